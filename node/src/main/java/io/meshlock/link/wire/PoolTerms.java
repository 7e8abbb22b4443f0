package io.meshlock.link.wire;

import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Options;
import io.meshlock.protocol.PoolBounds;
import io.meshlock.protocol.PoolSettings;
import io.meshlock.protocol.registry.Algorithms;

/**
 * The settings that nodes must agree on to share a pool. Nodes exchange them when a link comes up.
 *
 * @param name the pool's name, 1 to {@link #MAX_NAME} characters
 * @param algorithm the algorithm's name in {@link io.meshlock.protocol.Algorithms}
 * @param settings permits, policy, aging
 * @param options the algorithm's options, as given
 * @param leaseMillis how long a grant lasts unless its node renews it; 0 for ever. Pools with recovery have their lease
 *     among the options
 * @param hosts the nodes that share the pool
 */
public record PoolTerms(
        String name, String algorithm, PoolSettings settings, Options options, long leaseMillis, Hosts hosts) {

    /** The longest name of a pool, an algorithm or an option. */
    public static final int MAX_NAME = PoolBounds.MAX_NAME;

    /** A year. */
    private static final long MAX_LEASE_MILLIS = 366L * 24 * 60 * 60 * 1000;

    /**
     * A range of node numbers, without gaps.
     *
     * @param first the smallest number
     * @param count how many there are
     */
    public record Hosts(int first, int count) {

        /** All nodes of the mesh. */
        public static final Hosts ANYBODY = new Hosts(0, 0);

        public Hosts {
            if (first < 0 || count < 0 || (count == 0 && first != 0)) {
                throw new IllegalArgumentException("a pool of " + count + " hosts from number " + first + " on");
            }
        }
    }

    public PoolTerms {
        if (name.isEmpty() || name.length() > MAX_NAME) {
            throw new IllegalArgumentException(
                    "a pool's name has 1 to " + MAX_NAME + " characters, not " + name.length());
        }
        checkCharacters("a pool's", name);
        checkCharacters("an algorithm's", algorithm);
        if (algorithm.length() > MAX_NAME || options.given().size() > PoolBounds.MAX_OPTIONS) {
            throw new IllegalArgumentException("an algorithm of " + algorithm.length() + " characters with "
                    + options.given().size() + " options; expected at most " + MAX_NAME + " and "
                    + PoolBounds.MAX_OPTIONS);
        }
        for (String option : options.given().keySet()) {
            if (option.length() > MAX_NAME) {
                throw new IllegalArgumentException(
                        "an option's name has at most " + MAX_NAME + " characters, not " + option.length());
            }
            checkCharacters("an option's", option);
        }
        if (leaseMillis < 0 || leaseMillis > MAX_LEASE_MILLIS) {
            throw new IllegalArgumentException("a lease of " + leaseMillis + " ms");
        }
    }

    private static void checkCharacters(String whose, String name) {
        for (int i = 0; i < name.length(); i++) {
            if (isHalf(name, i)) {
                throw new IllegalArgumentException(whose + " name has whole characters, but character " + (i + 1)
                        + " is half of a surrogate pair: it cannot be written as UTF-8");
            }
            if (!isPrintable(name.codePointAt(i))) {
                throw new IllegalArgumentException(whose + " name has printable characters, but character " + (i + 1)
                        + " is " + String.format("U+%04X", name.codePointAt(i)));
            }
        }
    }

    private static boolean isHalf(String name, int at) {
        char character = name.charAt(at);
        if (Character.isHighSurrogate(character)) {
            return at + 1 == name.length() || !Character.isLowSurrogate(name.charAt(at + 1));
        }
        return Character.isLowSurrogate(character) && (at == 0 || !Character.isHighSurrogate(name.charAt(at - 1)));
    }

    /** Names are shown in logs, terminals and pages: no line ends, escape sequences or marks that change directions. */
    static boolean isPrintable(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }

    /** A text with a question mark for whatever in it cannot be printed. */
    static String printable(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints().forEach(each -> printable.appendCodePoint(isPrintable(each) ? each : '?'));
        return printable.toString();
    }

    /** A 64-bit hash of the terms, which is the same at every node. */
    public long fingerprint() {
        long hash = 0xCBF29CE484222325L; // FNV-1a
        String all = String.join(
                "\n",
                name,
                algorithm,
                settings.toString(),
                options.toString(),
                Long.toString(leaseMillis),
                hosts.toString());
        for (int i = 0; i < all.length(); i++) {
            hash = (hash ^ all.charAt(i)) * 0x100000001B3L;
        }
        return hash;
    }

    /** True if the pool's nodes send to nodes that are not neighbours, so that messages must be routed. */
    public boolean isRouted() {
        return Algorithms.named(algorithm).guarantees().reach() == Guarantees.Reach.ANYBODY;
    }

    /** Terms with the algorithm's default options. */
    public static PoolTerms of(String name, String algorithm, PoolSettings settings) {
        return of(name, algorithm, settings, Options.DEFAULTS);
    }

    /** Terms without a lease, for all nodes of the mesh. */
    public static PoolTerms of(String name, String algorithm, PoolSettings settings, Options options) {
        return new PoolTerms(name, algorithm, settings, options, 0, Hosts.ANYBODY);
    }
}
