package io.meshlock.protocol.recovery;

import io.meshlock.protocol.Durable;
import io.meshlock.protocol.Member;
import io.meshlock.protocol.PoolSize;
import java.util.ArrayList;
import java.util.List;

/** What the parts of a node share: what it is bound to, what it knows of others, and the time. */
final class Self {

    final int node;
    final Settings settings;
    final Pledge pledge;
    final Table table;
    final Tenure tenure;
    final Sizing sizing;
    final OwnGrants own = new OwnGrants();

    /** Members that are gone for good, as somebody said here; this node itself if it wants to leave. */
    final List<Integer> farewells = new ArrayList<>(0);

    /** The clock of this node at the present input. */
    long now;

    Self(int node, Settings settings, PoolSize founded, Durable kept, boolean unkept) {
        this.node = node;
        this.settings = settings;
        this.pledge = new Pledge(settings, node, kept, unkept);
        this.table = new Table(settings.drift());
        this.tenure = new Tenure(settings);
        this.sizing = new Sizing(founded);
    }

    /** The token is here, and nobody was promised a newer one. */
    boolean isActive() {
        return tenure.isHere() && tenure.epoch().equals(pledge.promised());
    }

    /** A token is here that grants no more, because a newer one was promised. */
    boolean isFrozen() {
        return tenure.isHere() && pledge.promised().isAfter(tenure.epoch());
    }

    boolean isValid() {
        return isActive() && tenure.isValid(now);
    }

    /** This life counts when majorities are counted. */
    boolean isCounted() {
        return pledge.view().counts(node, pledge.life());
    }

    /** The life of that member that takes part in the epoch, or -1. */
    long listedLife(int member) {
        Member listed = pledge.view().member(member);
        return listed == null ? -1 : listed.life();
    }

    /** True if this was heard so short a time ago that its writer is probably there. */
    boolean isFresh(Table.Known known) {
        return now - known.heard() <= settings.guard();
    }

    /** The largest round that anybody spoke of. */
    int largestRound() {
        int round = pledge.promised().round();
        for (Table.Known known : table.all()) {
            round = Math.max(round, known.row().promised().round());
        }
        return round;
    }
}
