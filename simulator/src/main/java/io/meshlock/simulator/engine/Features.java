package io.meshlock.simulator.engine;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The features of a world. They start in the order of the list and heal in the reverse order. So a feature that
 * disturbs others comes before them: it heals after they did.
 */
public final class Features implements EventHandler {

    /** Stands for a missing feature: it has no kinds, and throws. */
    private static final Feature NONE = new Feature() {};

    private final List<Feature> all;
    /**
     * By kind of event. A world handles millions of events a second, so finding the feature is one look into an array.
     */
    private final Feature[] byKind;

    public Features(List<Feature> all) {
        this.all = List.copyOf(all);
        int most = this.all.stream()
                .flatMapToInt(feature -> Arrays.stream(feature.kinds()))
                .max()
                .orElse(0);
        byKind = new Feature[most + 1];
        Arrays.fill(byKind, NONE);
        for (Feature feature : this.all) {
            for (int kind : feature.kinds()) {
                if (byKind[kind] != NONE) {
                    throw new IllegalArgumentException("events of kind " + kind + " belong to two features");
                }
                byKind[kind] = feature;
            }
        }
    }

    public void start() {
        all.forEach(Feature::start);
    }

    /** Hands an event that came out of the queue to its feature. */
    @Override
    public void handle(int kind, int a, int b, @Nullable Object payload) {
        byKind[kind].handle(kind, a, b, payload);
    }

    public void heal() {
        for (int i = all.size() - 1; i >= 0; i--) {
            all.get(i).heal();
        }
    }
}
