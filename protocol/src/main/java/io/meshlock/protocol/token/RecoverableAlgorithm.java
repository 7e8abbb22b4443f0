package io.meshlock.protocol.token;

import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Setup;
import java.util.List;
import java.util.function.BiFunction;

/**
 * An algorithm with one token whose nodes can be driven by recovery. It becomes an entry of the registry by being wrapped.
 *
 * @param name as written in scenarios and configuration
 * @param summary one line for people
 * @param source the paper it comes from, and in which form
 * @param promises what it claims, and checkers check
 * @param options what can be tuned, recovery aside
 * @param factory makes one node's part, which asks the given gate before it uses the token
 */
public record RecoverableAlgorithm(
        String name,
        String summary,
        String source,
        Guarantees promises,
        List<Option> options,
        BiFunction<Setup, TokenLeaseCheck, TokenAlgorithm> factory) {}
