package io.meshlock.link.wire;

import io.meshlock.link.wire.proto.MapAdvert;
import io.meshlock.link.wire.proto.MapClaim;
import io.meshlock.link.wire.proto.MapReport;
import io.meshlock.link.wire.proto.PoolsFrame;

/** Reads and writes {@code meshlock.wire.MapAdvert}. */
public final class LinkStateAdverts {

    private LinkStateAdverts() {}

    /** Encodes a frame with this advert. */
    public static byte[] write(LinkStateAdvert advert) {
        MapAdvert.Builder out = MapAdvert.newBuilder()
                .setNumber(advert.number())
                .setIncarnation(advert.incarnation())
                .setSequence(advert.sequence())
                .setName(advert.name())
                .addAllNeighbours(advert.neighbours())
                .setWatching(advert.watching());
        for (PoolReport report : advert.pools()) {
            MapReport.Builder pool = MapReport.newBuilder()
                    .setName(report.name())
                    .setHeld(report.held())
                    .setWaiting(report.waiting())
                    .setTokens(report.tokens());
            for (PoolClaim claim : report.claims()) {
                pool.addClaims(MapClaim.newBuilder()
                        .setClient(claim.client())
                        .setPermits(claim.permits())
                        .setWaits(claim.waits())
                        .setSince(claim.sinceMillis()));
            }
            out.addPools(pool);
        }
        return PoolsFrame.newBuilder().setAdvert(out).build().toByteArray();
    }

    /** @throws IllegalArgumentException if the advert is not valid */
    static PoolFrame.Say read(MapAdvert in) {
        return new PoolFrame.Say(new LinkStateAdvert(
                in.getNumber(),
                in.getName(),
                in.getIncarnation(),
                in.getSequence(),
                in.getNeighboursList(),
                in.getWatching(),
                in.getPoolsList().stream().map(LinkStateAdverts::read).toList()));
    }

    private static PoolReport read(MapReport in) {
        return new PoolReport(
                in.getName(),
                in.getHeld(),
                in.getWaiting(),
                in.getTokens(),
                in.getClaimsList().stream()
                        .map(claim -> new PoolClaim(
                                claim.getClient(), claim.getPermits(), claim.getWaits(), claim.getSince()))
                        .toList());
    }
}
