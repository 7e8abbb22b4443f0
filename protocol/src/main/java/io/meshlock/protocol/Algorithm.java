package io.meshlock.protocol;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An algorithm as the registry knows it.
 *
 * @param name as written in scenarios and configuration
 * @param summary one line for people
 * @param source the paper it comes from, and in which form
 * @param promises what it claims, and checkers check
 * @param options what can be tuned
 * @param factory makes one node's part
 */
public record Algorithm(
        String name,
        String summary,
        String source,
        Guarantees promises,
        List<Option> options,
        Function<Setup, Protocol> factory) {

    /** The option that says which recovery a pool has, if any. */
    public static final String RECOVERY = "recovery";

    /** One node's part in one pool. Impossible options and pools are refused with a message that names them. */
    public Protocol create(Setup setup) {
        check(setup.options());
        check(setup.pool());
        return factory.apply(setup);
    }

    /**
     * True if, with these options, the pool survives crashes: its token is made anew and its grants have leases. That is what
     * an option of the name {@value #RECOVERY} is about, whatever the algorithm; 0 means no.
     */
    public boolean recovers(Options given) {
        return options.stream().anyMatch(option -> option.name().equals(RECOVERY) && given.isOn(option));
    }

    /** Throws {@link IllegalArgumentException} naming the first option that is unknown or out of range. */
    public void check(Options given) {
        for (Map.Entry<String, Long> entry : given.given().entrySet()) {
            Option option = option(entry.getKey());
            long value = entry.getValue();
            if (value < option.min() || value > option.max()) {
                throw new IllegalArgumentException("option '" + option.name() + "' must be between " + option.min()
                        + " and " + option.max() + ", not " + value);
            }
        }
    }

    /** Throws {@link IllegalArgumentException} if a pool has more permits than the algorithm is made for. */
    public void check(PoolSettings pool) {
        int most = promises.capacity().pool();
        if (pool.permits() > most) {
            throw new IllegalArgumentException("algorithm '" + name + "' is made for pools of at most " + most
                    + (most == 1 ? " permit" : " permits") + ", not " + pool.permits());
        }
    }

    private Option option(String optionName) {
        for (Option option : options) {
            if (option.name().equals(optionName)) {
                return option;
            }
        }
        throw new IllegalArgumentException("algorithm '" + name + "' has no option '" + optionName + "'; it has "
                + options.stream().map(Option::name).toList());
    }
}
