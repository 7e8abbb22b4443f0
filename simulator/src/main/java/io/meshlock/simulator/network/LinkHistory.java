package io.meshlock.simulator.network;

/**
 * Links that come and go independently of the protocols: because nodes move, or as recorded. A history is read once,
 * change by change, in the order of time. All links are down before it begins; changes at tick 0 make the links at the
 * start.
 *
 * <pre>{@code
 * while (history.next()) {
 *     String change = history.isUp() ? " up" : " down";
 *     System.out.println(history.time() + ": " + history.low() + "-" + history.high() + change);
 * }
 * }</pre>
 */
public interface LinkHistory {

    /** Later than every change. */
    long NEVER = Long.MAX_VALUE;

    /** Nothing ever happens. */
    LinkHistory NOTHING = new LinkHistory() {
        @Override
        public boolean next() {
            return false;
        }

        @Override
        public long time() {
            return NEVER;
        }

        @Override
        public int low() {
            throw new IllegalStateException("there is no change");
        }

        @Override
        public int high() {
            throw new IllegalStateException("there is no change");
        }

        @Override
        public boolean isUp() {
            throw new IllegalStateException("there is no change");
        }
    };

    /** Goes on to the next change; false if there is none. The methods below describe that change. */
    boolean next();

    /** In ticks. */
    long time();

    int low();

    int high();

    /** True if the link comes up, false if it goes down. */
    boolean isUp();
}
