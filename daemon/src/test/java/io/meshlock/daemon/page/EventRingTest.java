package io.meshlock.daemon.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.daemon.page.Event.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventRingTest {

    private final EventRing ring = new EventRing();

    @Test
    void everythingIsThereIfItIsLittle() {
        add(3, Kind.SENT);
        add(2, Kind.GRANTED);
        assertThat(ring.sample(1, 10)).hasSize(4);
        assertThat(ring.sample(5, 10)).isEmpty();
    }

    @Test
    void changesComeFirstAndMessagesFillTheRoom() {
        add(50, Kind.SENT);
        add(10, Kind.GRANTED);
        add(50, Kind.SENT);
        List<Event> sample = ring.sample(0, 30);
        assertThat(sample).hasSize(30);
        assertThat(sample).filteredOn(event -> event.kind() == Kind.GRANTED).hasSize(10);
        assertThat(sample.subList(0, 10)).allMatch(Event::isMessage);
        assertThat(sample.subList(20, 30)).allMatch(Event::isMessage);
    }

    @Test
    void tooManyChangesNeedAPicture() {
        add(11, Kind.GRANTED);
        assertThat(ring.sample(0, 10)).isNull();
        assertThat(ring.sample(1, 10)).hasSize(10);
    }

    @Test
    void theOldestAreForgotten() {
        add(8192, Kind.GRANTED);
        assertThat(ring.has(0)).isTrue();
        add(1, Kind.GRANTED);
        assertThat(ring.has(0)).isFalse();
        assertThat(ring.has(1)).isTrue();
        assertThat(ring.next()).isEqualTo(8193);
    }

    private void add(int count, Kind kind) {
        for (int i = 0; i < count; i++) {
            ring.add(new Event(ring.next(), kind, 0, 1, 2, ring.next(), 1, 0, 1, new int[0], "M", 0));
        }
    }
}
