package io.meshlock.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.protocol.DurableState;
import io.meshlock.protocol.Effects;
import io.meshlock.protocol.Incarnation;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What depends on a promise happens when the promise is on disk, and not before. */
@DisplayName("Effects after a sync")
class EffectsAfterSyncTest {

    private static final DurableState FIRST = DurableState.fresh(Incarnation.first(1));
    private static final DurableState SECOND = DurableState.fresh(Incarnation.first(2));

    private final List<String> performed = new ArrayList<>();
    private final List<DurableState> kept = new ArrayList<>();
    private @Nullable Consumer<@Nullable RuntimeException> told;
    private boolean waits = true;

    private final Effects real = (Effects) Proxy.newProxyInstance(
            Effects.class.getClassLoader(), new Class<?>[] {Effects.class}, (proxy, method, arguments) -> {
                performed.add(method.getName());
                return null;
            });
    private final EffectsAfterSync effects = new EffectsAfterSync(real, new EffectsAfterSync.Disk() {
        @Override
        public boolean waitsForADisk() {
            return waits;
        }

        @Override
        public void keepAndTell(DurableState durable, Consumer<@Nullable RuntimeException> whom) {
            kept.add(durable);
            told = whom;
        }
    });

    /** Every effect but the promise itself, in a certain order. */
    private static List<Method> all() {
        return Arrays.stream(Effects.class.getMethods())
                .filter(method -> !method.getName().equals("keep"))
                .filter(method ->
                        !Arrays.asList(method.getParameterTypes()).contains(io.meshlock.protocol.TimerId.class))
                .sorted(Comparator.comparing(Method::getName))
                .toList();
    }

    private void perform(Method method) throws ReflectiveOperationException {
        Object[] arguments = Arrays.stream(method.getParameterTypes())
                .map(type -> type == int.class ? (Object) 1 : type == long.class ? (Object) 1L : null)
                .toArray();
        method.invoke(effects, arguments);
    }

    @Test
    void happenAtOnceBeforeAPromise() throws Exception {
        List<String> names = new ArrayList<>();
        for (Method method : all()) {
            perform(method);
            names.add(method.getName());
        }
        assertThat(performed).isEqualTo(names).hasSizeGreaterThan(10);
        assertThat(effects.hasPromise()).isFalse();
    }

    /** All of them: an effect that is added to the interface one day, too. */
    @Test
    void areHeldBackInTheirOrderBehindAPromise() throws Exception {
        effects.keep(FIRST);
        List<String> names = new ArrayList<>();
        for (Method method : all()) {
            perform(method);
            names.add(method.getName());
        }
        effects.keep(SECOND);
        assertThat(performed).as("performed before anything was written").isEmpty();
        assertThat(effects.hasPromise()).isTrue();
        List<@Nullable RuntimeException> ends = new ArrayList<>();
        effects.keep(ends::add);
        assertThat(kept).as("the last promise of the step").containsExactly(SECOND);
        assertThat(performed).as("performed before the sync").isEmpty();
        if (told != null) {
            told.accept(null);
        }
        assertThat(ends).containsExactly((RuntimeException) null);
        effects.perform();
        assertThat(performed).isEqualTo(names);
        effects.perform();
        assertThat(performed).as("once").isEqualTo(names);
    }

    @Test
    void neverHappenIfThePoolStops() {
        effects.keep(FIRST);
        effects.mayLeave();
        effects.drop();
        assertThat(effects.hasPromise()).isFalse();
        effects.perform();
        assertThat(performed).isEmpty();
    }

    @Test
    void happenAtOnceWithoutADisk() {
        waits = false;
        effects.keep(FIRST);
        effects.mayLeave();
        assertThat(performed).containsExactly("keep", "mayLeave");
        assertThat(effects.hasPromise()).isFalse();
    }
}
