package io.meshlock.protocol;

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * An entry of the registry of algorithms.
 *
 * @param name as written in scenarios and configuration
 * @param summary one line for people
 * @param source the paper, and in which form it is implemented
 * @param guarantees what it guarantees; checkers verify it
 * @param options its options
 * @param factory creates a node
 */
public record Algorithm(
        String name,
        String summary,
        String source,
        Guarantees guarantees,
        List<Option> options,
        Function<Setup, Protocol> factory) {

    /** The option that switches a pool's recovery on. */
    public static final String RECOVERY = "recovery";

    /** Creates one node of a pool. Throws {@link IllegalArgumentException} for impossible options and pool sizes. */
    public Protocol create(Setup setup) {
        check(setup.options());
        check(setup.pool());
        return factory.apply(setup);
    }

    /**
     * True if the pool has recovery with these options: a lost token is made anew, and grants have leases. The option
     * {@value #RECOVERY} means this for all algorithms; 0 is off.
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

    /** Throws {@link IllegalArgumentException} if the pool has more permits than the algorithm supports. */
    public void check(PoolSettings pool) {
        int most = guarantees.capacity().pool();
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
