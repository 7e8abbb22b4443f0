package io.meshlock.link.wire;

import io.meshlock.link.wire.proto.MapAdvert;
import io.meshlock.link.wire.proto.MapClaim;
import io.meshlock.link.wire.proto.MapReport;
import io.meshlock.link.wire.proto.PoolsFrame;
import java.io.ByteArrayOutputStream;

/** Reads and writes {@code meshlock.wire.MapAdvert}. */
public final class LinkStateAdverts {

    private LinkStateAdverts() {}

    /** The largest number of adverts in a frame. */
    public static final int MAX_ADVERTS = 64;

    /** A frame of adverts that is longer than this gets no further one: other frames have to wait for it. */
    private static final int LONG_FRAME = 1 << 15;

    /** Collects adverts for a frame. */
    public static final class Frame {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream(1 << 10);
        private int adverts;

        /** True if the frame should be sent before another advert is added. */
        public boolean isFull() {
            return adverts == MAX_ADVERTS || out.size() > LONG_FRAME;
        }

        public boolean isEmpty() {
            return adverts == 0;
        }

        /** Adds an advert that {@link #write} has encoded: frames that follow each other are one frame of both. */
        public void add(byte[] advert) {
            out.write(advert, 0, advert.length);
            adverts++;
        }

        public byte[] bytes() {
            return out.toByteArray();
        }
    }

    /** Encodes a frame with this advert alone. */
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
        return PoolsFrame.newBuilder().addAdverts(out).build().toByteArray();
    }

    /** @throws IllegalArgumentException if the advert is not valid */
    static LinkStateAdvert read(MapAdvert in) {
        return new LinkStateAdvert(
                in.getNumber(),
                in.getName(),
                in.getIncarnation(),
                in.getSequence(),
                in.getNeighboursList(),
                in.getWatching(),
                in.getPoolsList().stream().map(LinkStateAdverts::read).toList());
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
