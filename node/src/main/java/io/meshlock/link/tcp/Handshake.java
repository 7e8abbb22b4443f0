package io.meshlock.link.tcp;

import io.meshlock.keys.MeshIdentity;
import io.meshlock.link.wire.proto.Hello;
import io.meshlock.link.wire.proto.Refuse;
import io.meshlock.spi.Peer;
import org.jspecify.annotations.Nullable;

/** The HELLO that two nodes exchange first, and the checks of it. */
final class Handshake {

    /** The versions of the wire format that this node supports. Version 1 was never released: see docs/wire.md. */
    static final int OLDEST_VERSION = 2;

    static final int NEWEST_VERSION = 2;

    private Handshake() {}

    static Hello hello(MeshIdentity self, long incarnation, LinkTable.Lost lost) {
        return Hello.newBuilder()
                .setOldestVersion(OLDEST_VERSION)
                .setNewestVersion(NEWEST_VERSION)
                .setMesh(self.mesh())
                .setNumber(self.number())
                .setName(self.name())
                .setIncarnation(incarnation)
                .setLostLink(lost.session())
                .setLostIncarnation(lost.incarnation())
                .build();
    }

    /** Why this node refuses the other; null if it may be a neighbour. */
    static @Nullable Refuse objection(Hello hello, MeshIdentity self, @Nullable MeshIdentity certified) {
        if (!hello.getMesh().equals(self.mesh())) {
            return refusal(Refuse.Reason.MESH, "this is mesh '" + self.mesh() + "'");
        }
        if (hello.getNumber() < 0 || !MeshIdentity.isName(hello.getName())) {
            return refusal(Refuse.Reason.IDENTITY, "a node's number is not negative");
        }
        if (certified != null
                && (certified.number() != hello.getNumber()
                        || !certified.name().equals(hello.getName())
                        || !certified.mesh().equals(hello.getMesh()))) {
            return refusal(Refuse.Reason.IDENTITY, "your certificate says " + certified);
        }
        if (hello.getNumber() == self.number()) {
            return refusal(Refuse.Reason.SELF, "this is node " + self.number() + " too");
        }
        if (version(hello) < Math.max(OLDEST_VERSION, hello.getOldestVersion())) {
            return refusal(
                    Refuse.Reason.VERSION,
                    "this node speaks " + versions(OLDEST_VERSION, NEWEST_VERSION) + " of the wire format, node "
                            + peer(hello) + " " + versions(hello.getOldestVersion(), hello.getNewestVersion())
                            + "; expected nodes of neighbouring releases");
        }
        return null;
    }

    private static String versions(int oldest, int newest) {
        return oldest == newest
                ? "version " + Integer.toUnsignedString(oldest)
                : "versions " + Integer.toUnsignedString(oldest) + " to " + Integer.toUnsignedString(newest);
    }

    /** The newest version that both support. */
    static int version(Hello hello) {
        return Math.min(NEWEST_VERSION, hello.getNewestVersion());
    }

    static Peer peer(Hello hello) {
        return new Peer(hello.getNumber(), hello.getName(), hello.getIncarnation());
    }

    static Refuse refusal(Refuse.Reason reason, String detail) {
        return Refuse.newBuilder().setReason(reason).setDetail(detail).build();
    }
}
