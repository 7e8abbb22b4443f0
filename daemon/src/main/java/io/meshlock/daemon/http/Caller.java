package io.meshlock.daemon.http;

import io.javalin.http.Context;

/**
 * Who calls, and what it may do.
 *
 * @param name what its idempotency keys belong to: a user of this machine, or an address
 * @param role what it may do
 */
record Caller(String name, Role role) {

    private static final String ATTRIBUTE = "io.meshlock.caller";

    /** Each may do what those before it may. */
    enum Role {
        /** Asks whether the node is well, and nothing else. */
        PROBE,
        /** Looks. */
        READER,
        /** Asks for permits. */
        CLIENT,
        /** Changes pools and the node. */
        OPERATOR
    }

    boolean mayActAs(Role needed) {
        return role.compareTo(needed) >= 0;
    }

    /**
     * What its allowance of calls and its shares belong to. At one address it makes a difference whether the token was
     * shown: over loopback, all users of this machine have the same one.
     */
    String share() {
        return role == Role.OPERATOR ? name + ", an operator" : name;
    }

    void attachTo(Context ctx) {
        ctx.attribute(ATTRIBUTE, this);
    }

    static Caller of(Context ctx) {
        Caller caller = ctx.attribute(ATTRIBUTE);
        return caller == null ? new Caller(ctx.ip(), Role.READER) : caller;
    }
}
