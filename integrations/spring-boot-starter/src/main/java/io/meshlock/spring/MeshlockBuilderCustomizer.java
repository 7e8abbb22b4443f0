package io.meshlock.spring;

import io.meshlock.MeshlockBuilder;

/**
 * A bean of this kind changes the node before it is started: journals, timings, links of another kind.
 *
 * <pre>{@code
 * @Bean
 * MeshlockBuilderCustomizer journal() {
 *     return builder -> builder.journal(JournalStreams.in(Path.of("journals")));
 * }
 * }</pre>
 */
@FunctionalInterface
public interface MeshlockBuilderCustomizer {

    /** Changes the builder; called in the order of the beans. */
    void customize(MeshlockBuilder builder);
}
