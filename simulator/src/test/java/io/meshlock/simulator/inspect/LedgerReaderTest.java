package io.meshlock.simulator.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Message;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.PermitRequest;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.Protocol;
import io.meshlock.protocol.Rejection;
import io.meshlock.protocol.Setup;
import io.meshlock.protocol.Slots;
import io.meshlock.protocol.prioritized.Prioritized;
import io.meshlock.protocol.registry.Algorithms;
import io.meshlock.protocol.token.TokenAlgorithm;
import io.meshlock.protocol.token.TokenLeaseCheck;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerReaderTest {

    private static final PoolSettings THREE = PoolSettings.permits(3);

    @Test
    void grantsAreInTheLedgerUntilTheyAreReleased() {
        Protocol node = Algorithms.named("prioritized").create(Setup.alone(0, THREE));
        LedgerReader reader = new LedgerReader();
        RecordedGrants effects = new RecordedGrants();
        node.request(0, PermitRequest.of(1, 2), effects);
        PermitGrant grant = effects.grants.get(0);
        assertThat(reader.read(node)).matches(ledger -> ledger.covers(grant.number(), grant.slots()));
        assertThat(reader.read(node)).matches(ledger -> !ledger.covers(grant.number() + 1, Slots.of(3)));
        node.release(1, grant.number(), effects);
        assertThat(reader.read(node)).matches(ledger -> !ledger.covers(grant.number(), grant.slots()));
    }

    @Test
    void aNodeWithoutATokenHasNoLedger() {
        LedgerReader reader = new LedgerReader();
        assertThat(reader.read(Algorithms.named("prioritized")
                        .create(Setup.of(1, THREE).build())))
                .isNull();
        assertThat(reader.read(Algorithms.named("prioritized").create(Setup.alone(0, THREE))))
                .isNotNull();
        assertThat(reader.read(Algorithms.named("prioritized")
                        .create(Setup.of(1, THREE).build())))
                .isNull();
    }

    /** Slot 1 belongs to a grant, slot 2 is kept back, slot 3 is free, and there is no slot 4. */
    @Test
    void slotsKeptBackCoverWhatTheLedgerDoesNotKnow() {
        Setup setup = Setup.of(0, THREE).build();
        TokenAlgorithm node = Prioritized.ANCHORED.factory().apply(setup, TokenLeaseCheck.OPEN);
        node.makeToken(List.of(), Slots.of(2), 9);
        node.request(0, PermitRequest.of(1, 1), new RecordedGrants());
        LedgerContents ledger = new LedgerReader().read(node);
        assertThat(ledger).isNotNull().matches(its -> its.covers(9, Slots.of(1)));
        assertThat(ledger).matches(its -> !its.covers(4, Slots.of(1)), "another grant has the slot");
        assertThat(ledger).matches(its -> its.covers(4, Slots.of(2)));
        assertThat(ledger).matches(its -> !its.covers(4, Slots.of(2, 3)));
        assertThat(ledger).matches(its -> its.covers(4, Slots.of(2, 4)));
    }

    private static final class RecordedGrants implements Effects {
        private final List<PermitGrant> grants = new ArrayList<>();

        @Override
        public void granted(PermitGrant grant) {
            grants.add(grant);
        }

        @Override
        public void send(int to, Message message) {}

        @Override
        public void rejected(long request, Rejection why) {}

        @Override
        public void withdrawn(long request) {}

        @Override
        public void setTimer(int timer, long delay) {}
    }
}
