package io.meshlock.protocol;

/** Why a request was refused at once. */
public enum Rejection {
    LESS_THAN_ONE_PERMIT("a request needs at least one permit"),
    MORE_THAN_THE_POOL_HAS("the pool has fewer permits than requested"),
    MORE_THAN_THE_ALGORITHM_GRANTS("this algorithm grants one permit per request");

    private final String reason;

    Rejection(String reason) {
        this.reason = reason;
    }

    /** The reason in plain words. */
    public String reason() {
        return reason;
    }
}
