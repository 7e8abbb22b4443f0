package io.meshlock.protocol.token;

import io.meshlock.protocol.Guarantees;
import io.meshlock.protocol.Option;
import io.meshlock.protocol.Setup;
import java.util.List;
import java.util.function.BiFunction;

/**
 * The description of an algorithm with one token that recovery can wrap. {@code CrashRecovery.around} makes a registry
 * entry from it.
 *
 * @param name as written in scenarios and configuration
 * @param summary one line for people
 * @param source the paper, and in which form it is implemented
 * @param guarantees what it guarantees; checkers verify it
 * @param options its own options, without those of recovery
 * @param factory creates a node, which asks the given check before it uses the token
 */
public record RecoverableAlgorithm(
        String name,
        String summary,
        String source,
        Guarantees guarantees,
        List<Option> options,
        BiFunction<Setup, TokenLeaseCheck, TokenAlgorithm> factory) {}
