package io.meshlock.simulator.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LongStoreTest {

    /** Into the second file. */
    private static final int MANY = LongStore.IN_MEMORY + (1 << 21) + 1000;

    @Test
    void whatWasPutIsThere() {
        LongStore store = new LongStore();
        while (store.size() < MANY) {
            long first = store.grow(3);
            for (int i = 0; i < 3; i++) {
                assertThat(store.get(first + i)).isZero();
                store.set(first + i, value(first + i));
            }
        }
        for (long index = 0; index < store.size(); index++) {
            if (store.get(index) != value(index)) {
                throw new AssertionError("at " + index + ": " + store.get(index));
            }
        }
        store.set(MANY - 5, -1);
        assertThat(store.get(MANY - 5)).isEqualTo(-1);
        assertThat(store.get(MANY - 6)).isEqualTo(value(MANY - 6));
    }

    @Test
    void manyAtOnce() {
        LongStore store = new LongStore();
        assertThat(store.grow(MANY)).isZero();
        assertThat(store.grow(1)).isEqualTo(MANY);
        store.set(MANY, 7);
        assertThat(store.get(MANY)).isEqualTo(7);
        assertThat(store.get(MANY - 1)).isZero();
    }

    @Test
    void filesHaveNoNamesWhileTheyAreUsed() throws IOException {
        LongStore store = new LongStore();
        store.grow(MANY);
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            assertThat(files.filter(file -> file.toString().endsWith(".recording")))
                    .isEmpty();
        }
        store.set(MANY - 1, 3);
        assertThat(store.get(MANY - 1)).isEqualTo(3);
    }

    private static long value(long index) {
        return index * 0x9E3779B97F4A7C15L;
    }
}
