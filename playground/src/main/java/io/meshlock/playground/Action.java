package io.meshlock.playground;

/**
 * Something that a person did, and when: so that a run can be made again from its seed and its actions.
 *
 * @param steps how many events had happened before; negative: all that are due by then
 * @param time the instant, in ticks
 * @param command what, in words, as {@code request 3 2 priority=5}
 */
record Action(long steps, long time, String command) {

    /** True if it comes after everything that is due at its instant. */
    boolean isByTime() {
        return steps < 0;
    }

    static Action parse(String line) {
        int space = line.indexOf(' ');
        String[] when = line.substring(0, space).split("@", -1);
        return new Action(Long.parseLong(when[0]), Long.parseLong(when[1]), line.substring(space + 1));
    }

    @Override
    public String toString() {
        return steps + "@" + time + " " + command;
    }
}
