package io.meshlock.simulator.hunt;

import io.meshlock.journal.Journal;
import io.meshlock.journal.Ticks;
import io.meshlock.protocol.PermitGrant;
import io.meshlock.protocol.RecoveryStatus;
import io.meshlock.simulator.World;
import io.meshlock.simulator.inspect.LedgerContents;
import io.meshlock.simulator.inspect.LedgerReader;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2ObjectLinkedOpenHashMap;

/**
 * Judges after every event, by true time, that the valid token covers every valid grant: it is in the token's ledger,
 * or its slots are kept back. And that there is one valid token at most. A token that does not cover a grant may give
 * its permits away; whether it does so before the grant's lease ends is luck, so the other judges see few of these
 * mistakes.
 *
 * <p>Which grants are valid is known from the journal: from when a client has one until it is released or lost, or its
 * lease is over by its node's clock. Clients outlive their nodes. What a ledger says is read from the node's memory.
 * Time alone breaks nothing, since leases and validity only end: so it is enough to look after a step of a token's node
 * or after a change of a grant.
 */
final class CoverJudge implements Journal {

    private static final class Held {
        private final int node;
        private PermitGrant grant;
        private long until = Long.MAX_VALUE;
        private boolean orphaned;

        Held(int node, PermitGrant grant) {
            this.node = node;
            this.grant = grant;
        }
    }

    private final LedgerReader ledgers = new LedgerReader();
    private final Long2ObjectLinkedOpenHashMap<Held> held = new Long2ObjectLinkedOpenHashMap<>();
    /** The nodes that have a token, valid or not. */
    private final IntArrayList holders = new IntArrayList();

    /** Leases that this step told before their grants. */
    private final Long2LongOpenHashMap early = new Long2LongOpenHashMap();

    private boolean due;

    CoverJudge() {
        early.defaultReturnValue(Long.MAX_VALUE);
    }

    /** Judges the present state of the world. */
    void judge(World world) {
        if (!due) {
            return;
        }
        due = false;
        long now = world.now();
        held.values().removeIf(each -> each.until <= now);
        int valid = 0;
        for (int i = 0; i < holders.size(); i++) {
            int holder = holders.getInt(i);
            LedgerContents ledger = held.isEmpty() ? null : ledgers.read(world.protocol(holder));
            for (Held each : held.values()) {
                if (ledger != null
                        && !ledger.covers(each.grant.number(), each.grant.slots())
                        && isValid(world, holder)) {
                    throw new Failure.Raised(
                            FailureKind.NOT_COVERED,
                            "at " + Ticks.toUnits(now) + ", the valid token at node " + holder + " does not cover "
                                    + each.grant + " of node " + each.node);
                }
            }
            valid += holders.size() > 1 && isValid(world, holder) ? 1 : 0;
        }
        if (valid > 1) {
            throw new Failure.Raised(
                    FailureKind.TWO_VALID_TOKENS, "at " + Ticks.toUnits(now) + ", nodes " + holders + " have tokens");
        }
    }

    private static boolean isValid(World world, int node) {
        RecoveryStatus status = world.status(node);
        return status != null && status.token() && status.validFor() > 0;
    }

    // ---- tokens ----

    @Override
    public void tokens(long time, int node, int count) {
        due = true;
        holders.rem(node);
        if (count > 0) {
            holders.add(node);
        }
    }

    @Override
    public void stepped(long time, int node) {
        due |= holders.contains(node);
        early.clear();
    }

    @Override
    public void crashed(long time, int node) {
        holders.rem(node);
        // A grant whose lease was not told yet was told to no client.
        held.values().removeIf(each -> each.node == node && each.until == Long.MAX_VALUE);
        held.values().forEach(each -> each.orphaned |= each.node == node);
    }

    // ---- grants ----

    @Override
    public void granted(long time, int node, PermitGrant grant) {
        due = true;
        Held fresh = new Held(node, grant);
        fresh.until = early.get(grant.number());
        held.put(grant.number(), fresh);
    }

    @Override
    public void leased(long time, int node, long grant, long until) {
        due = true;
        Held its = held.get(grant);
        if (its == null || its.node != node || its.orphaned) {
            early.put(grant, until);
        } else {
            its.until = until;
        }
    }

    @Override
    public void released(long time, int node, PermitGrant grant) {
        held.remove(grant.number());
    }

    @Override
    public void givenBack(long time, int node, PermitGrant part) {
        Held its = held.get(part.number());
        if (its != null) {
            its.grant = its.grant.part(its.grant.slots().without(part.slots()));
        }
    }

    @Override
    public void grantLost(long time, int node, PermitGrant grant) {
        Held its = held.get(grant.number());
        if (its != null && !its.orphaned) { // clients of a node that crashed do not hear of it
            held.remove(grant.number());
        }
    }
}
