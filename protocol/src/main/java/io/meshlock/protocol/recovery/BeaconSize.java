package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Epoch;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.PoolSize;
import io.meshlock.protocol.View;
import io.meshlock.protocol.WireSize;
import io.meshlock.protocol.token.Holding;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sizes on the wire of what recovery adds. */
final class BeaconSize {

    /** A tag and a length. */
    private static final int NESTED = 2;

    private static final int FLAG = 2;

    private BeaconSize() {}

    static int of(RecoveryMessage.Beacon beacon) {
        int bytes = NESTED;
        Stamp stamp = beacon.stamp();
        if (stamp != null) {
            bytes += of(stamp);
        }
        for (Row row : beacon.rows()) {
            bytes += of(row);
        }
        return bytes;
    }

    static int of(Epoch epoch) {
        return NESTED + WireSize.number(epoch.round()) + WireSize.number(epoch.maker());
    }

    static int of(@Nullable Passport passport) {
        if (passport == null) {
            return 0;
        }
        int bytes = NESTED + FLAG + of(passport.view()) + of(passport.size());
        bytes += WireSize.number(passport.life()) + WireSize.number(passport.count());
        bytes += WireSize.number(passport.validFor());
        bytes += WireSize.number(passport.yourTime()) + WireSize.number(passport.heardFor());
        for (Passport.Remaining each : passport.ledger()) {
            bytes += NESTED + WireSize.number(each.number()) + WireSize.number(each.remaining());
        }
        return bytes + reserved(passport.reserved());
    }

    private static int of(Stamp stamp) {
        int bytes = NESTED + 2 * FLAG + of(stamp.epoch()) + WireSize.number(stamp.count()) + of(stamp.view());
        for (Stamp.Ack ack : stamp.acks()) {
            bytes += NESTED + WireSize.number(ack.node()) + WireSize.number(ack.life());
            bytes += WireSize.number(ack.serial()) + WireSize.number(ack.at());
            for (long number : ack.renewed()) {
                bytes += WireSize.number(number);
            }
        }
        return bytes;
    }

    private static int of(View view) {
        int bytes = NESTED + of(view.epoch()) + WireSize.number(view.version()) + of(view.size());
        for (Member member : view.members()) {
            bytes += NESTED + WireSize.number(member.node()) + WireSize.number(member.life());
        }
        return bytes;
    }

    private static int of(PoolSize size) {
        int bytes = NESTED + WireSize.number(size.permits());
        return size.isChanged() ? bytes + WireSize.number(size.version()) + WireSize.number(size.node()) : bytes;
    }

    private static int of(Row row) {
        int bytes = NESTED + 4 * FLAG + WireSize.number(row.node()) + WireSize.number(row.life());
        bytes += WireSize.number(row.serial())
                + WireSize.number(row.at())
                + of(row.promised())
                + of(row.seen())
                + WireSize.number(row.echo());
        bytes += holdings(row.held());
        for (int gone : row.farewells()) {
            bytes += WireSize.number(gone);
        }
        PoolSize wish = row.wish();
        bytes += wish == null ? 0 : of(wish);
        Proposal proposal = row.proposal();
        if (proposal != null) {
            bytes += NESTED + of(proposal.epoch()) + of(proposal.waiver()) + WireSize.number(proposal.at());
        }
        Report report = row.report();
        return report == null ? bytes : bytes + of(report);
    }

    private static int of(Report report) {
        int bytes = NESTED + of(report.proposal()) + WireSize.number(report.at());
        bytes += of(report.seen()) + of(report.view()) + WireSize.number(report.count());
        Surrender token = report.token();
        if (token == null) {
            return bytes;
        }
        return bytes + NESTED + of(token.epoch()) + holdings(token.ledger()) + reserved(token.reserved());
    }

    private static int holdings(List<Holding> holdings) {
        int bytes = 0;
        for (Holding each : holdings) {
            bytes += NESTED + WireSize.number(each.number()) + WireSize.key(each.key());
            bytes += WireSize.slots(each.slots()) + WireSize.number(each.remaining());
        }
        return bytes;
    }

    private static int reserved(List<Surrender.Reserved> slots) {
        int bytes = 0;
        for (Surrender.Reserved each : slots) {
            bytes += NESTED + WireSize.number(each.slot()) + WireSize.number(each.remaining());
        }
        return bytes;
    }
}
