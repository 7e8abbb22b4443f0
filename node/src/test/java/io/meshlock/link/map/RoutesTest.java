package io.meshlock.link.map;

import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.link.wire.LinkStateAdvert;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Routes")
class RoutesTest {

    private static LinkStateAdvert says(int number, Integer... neighbours) {
        return new LinkStateAdvert(number, "n" + number, 1, 1, List.of(neighbours), false, List.of());
    }

    private static Map<Integer, LinkStateAdvert> all(LinkStateAdvert... adverts) {
        Map<Integer, LinkStateAdvert> map = new TreeMap<>();
        for (LinkStateAdvert advert : adverts) {
            map.put(advert.number(), advert);
        }
        return map;
    }

    @Test
    void followLinksThatBothEndsAdvertise() {
        Routes routes =
                Routes.from(0, new TreeSet<>(List.of(1)), all(says(1, 0, 2), says(2, 1, 3), says(3, 4), says(4, 3)));
        assertThat(routes.hops(2)).isEqualTo(2);
        assertThat(routes.next(2)).isEqualTo(1);
        assertThat(routes.reaches(3)).as("3 does not say that 2 is there").isFalse();
        assertThat(routes.next(3)).isEqualTo(Routes.NONE);
        assertThat(routes.hops(3)).isEqualTo(Routes.NONE);
        assertThat(routes.size()).isEqualTo(3);
    }

    @Test
    void aNeighbourNeedsNoAdvert() {
        Routes routes = Routes.from(5, new TreeSet<>(List.of(9)), Map.of());
        assertThat(routes.next(9)).isEqualTo(9);
        assertThat(routes.hops(5)).isZero();
        assertThat(routes.next(5)).isEqualTo(Routes.NONE);
    }

    /** In random meshes, each hop towards a node comes one closer to it, so routed messages arrive. */
    @Test
    void everyHopComesCloser() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 50; round++) {
            int size = 2 + random.nextInt(30);
            List<TreeSet<Integer>> links = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                links.add(new TreeSet<>());
            }
            for (int i = 0; i < 2 * size; i++) {
                int a = random.nextInt(size);
                int b = random.nextInt(size);
                if (a != b) {
                    links.get(a).add(b);
                    links.get(b).add(a);
                }
            }
            Map<Integer, LinkStateAdvert> adverts = new TreeMap<>();
            Map<Integer, Routes> routes = new HashMap<>();
            for (int i = 0; i < size; i++) {
                adverts.put(i, says(i, links.get(i).toArray(Integer[]::new)));
            }
            for (int i = 0; i < size; i++) {
                routes.put(i, Routes.from(i, links.get(i), adverts));
            }
            for (int from = 0; from < size; from++) {
                for (int to = 0; to < size; to++) {
                    int hops = routes.get(from).hops(to);
                    assertThat(routes.get(to).hops(from)).isEqualTo(hops);
                    if (hops > 0) {
                        int next = routes.get(from).next(to);
                        assertThat(links.get(from)).contains(next);
                        assertThat(routes.get(next).hops(to)).isEqualTo(hops - 1);
                    }
                }
            }
        }
    }
}
