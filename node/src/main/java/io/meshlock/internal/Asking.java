package io.meshlock.internal;

import io.meshlock.MeshlockException;
import io.meshlock.Request;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A request on its way from being asked to its end: granted, withdrawn or failed, exactly one of them, told by the cell. */
abstract class Asking implements Steps.Step {

    final Cell cell;
    final Request request;

    /** Unique among the requests of all nodes; given by the cell. */
    long id;

    /** When the cell took it, by this node's clock. */
    long since;

    /** What to fail with when it has been withdrawn; null if its client wanted it withdrawn. */
    @Nullable
    Supplier<MeshlockException> fate;

    Asking(Cell cell, Request request) {
        this.cell = cell;
        this.request = request;
    }

    @Override
    public final void perform() {
        cell.desk().ask(this);
    }

    /** True if the request is not to wait: it is granted at once, or withdrawn. */
    boolean isOnlyForNow() {
        return false;
    }

    /** From a step. */
    abstract void granted(HeldGrant grant);

    /** From a step: it will certainly not be granted. */
    abstract void withdrawn();

    /** From a step: it will certainly not be granted, because of this. */
    abstract void failed(RuntimeException why);
}
