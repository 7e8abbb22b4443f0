package io.meshlock.daemon.page;

import static io.meshlock.daemon.Timeouts.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.meshlock.Grant;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import io.meshlock.spi.InProcessNetwork;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What nodes do, as a page sees it. */
class LiveFeedTest {

    @Test
    void aNodeIsSeen() throws Exception {
        try (LiveFeed feed = LiveFeed.open("here").permits(pool -> 5);
                Meshlock mesh = Meshlock.builder()
                        .node("drone-7")
                        .bootstrap()
                        .journal(feed.journal())
                        .start();
                Watcher watcher = feed.watch("a")) {
            PermitPool docks = mesh.pool("docks", PoolConfig.permits(5));
            try (Grant grant = docks.acquire(2)) {
                JsonNode first = awaitPicture(
                        feed, picture -> picture.at("/pools/0/holds").size() == 1);
                assertThat(first.get("nodes").get(0).get(1).asString()).isEqualTo("drone-7");
                assertThat(first.at("/pools/0/permits").asInt()).isEqualTo(5);
                assertThat(first.at("/pools/0/holds/0/2").asInt()).isEqualTo(grant.permits());
                assertThat(first.at("/pools/0/tokens/0/1").asInt()).isEqualTo(1);
                assertThat(json(watcher).get("title").asString()).isEqualTo("here");
            }
            List<String> seen = new ArrayList<>();
            await().until(() -> {
                json(watcher)
                        .get("events")
                        .forEach(event -> seen.add(event.get("e").asString()));
                return seen.contains("released");
            });
        }
    }

    /** A node alone sees of the others what its map says. */
    @Test
    void othersAreSurveyed() throws Exception {
        try (InProcessNetwork network = new InProcessNetwork();
                LiveFeed feed = LiveFeed.open("one");
                Meshlock one = Meshlock.builder()
                        .inProcess(network, 1, "one")
                        .bootstrap()
                        .journal(feed.journal())
                        .start();
                Meshlock two = Meshlock.builder().inProcess(network, 2, "two").start();
                Watcher watcher = feed.watch("a")) {
            feed.followMap(one);
            network.connect(1, 2);
            one.pool("docks", PoolConfig.permits(3));
            await().until(() -> two.pools().size() == 1);
            try (Grant grant = two.pool("docks").acquire(2)) {
                JsonNode picture = awaitPicture(
                        feed, each -> each.at("/pools/0/elsewhere/0/1").asInt() == grant.permits());
                assertThat(picture.get("links")).hasToString("[[1,2]]");
                assertThat(picture.get("nodes")).hasToString("[[1,\"one\"],[2,\"two\"]]");
                assertThat(picture.at("/pools/0/permits").asInt()).isEqualTo(3);
                two.pool("docks").resize(7);
                awaitPicture(feed, each -> each.at("/pools/0/permits").asInt() == 7);
            }
            awaitPicture(feed, each -> each.at("/pools/0/elsewhere/0/1").asInt() == 0);
            assertThat(json(watcher)).isNotNull();
        }
    }

    /**
     * Under any load a batch stays small, nothing is lost without being counted, and the picture is right in the end.
     */
    @Test
    void tooMuchIsLeftOutAndCounted() throws Exception {
        try (LiveFeed feed = LiveFeed.open("busy");
                Watcher watcher = feed.watch("a")) {
            OutputStream source = feed.journal().open("docks", "n1");
            json(watcher);
            long shown = 0;
            long left = 0;
            int pictures = 0;
            int lines = 0;
            for (int burst = 0; burst < 20; burst++) {
                for (int i = 0; i < 2_000; i++) {
                    lines++;
                    source.write(line("\"e\":\"sent\",\"n\":1,\"to\":2,\"m\":\"REQUEST\",\"bytes\":1,\"text\":\"\""));
                }
                int changes = burst % 5 == 4 ? 1_000 : 20;
                for (int i = 0; i < changes; i++) {
                    lines++;
                    source.write(line("\"e\":\"requested\",\"n\":1,\"r\":" + lines + ",\"h\":1,\"p\":0"));
                }
                JsonNode batch = json(watcher);
                assertThat(batch.get("events").size()).isLessThanOrEqualTo(Watcher.MOST_EVENTS);
                shown += batch.get("events").size();
                left += batch.get("left").asLong();
                pictures += batch.has("picture") ? 1 : 0;
            }
            long[] sums = {shown, left};
            int total = lines + 2; // and the names of node and pool
            await().until(() -> {
                JsonNode batch = json(watcher);
                sums[0] += batch.get("events").size();
                sums[1] += batch.get("left").asLong();
                return sums[0] + sums[1] >= total;
            });
            assertThat(sums[0] + sums[1]).isEqualTo(total);
            assertThat(sums[1]).isGreaterThan(20_000);
            assertThat(feed.missed()).isZero();
            assertThat(pictures).isPositive();
            awaitPicture(feed, picture -> picture.at("/pools/0/waiting").asInt() == 16 * 20 + 4 * 1_000);
        }
    }

    @Test
    void withoutWatchersMessagesAreNotWanted() throws Exception {
        try (LiveFeed feed = LiveFeed.open("quiet")) {
            assertThat(feed.journal().wantsMessages()).isFalse();
            try (Watcher watcher = feed.watch("a")) {
                assertThat(json(watcher)).isNotNull();
                assertThat(feed.journal().wantsMessages()).isTrue();
            }
            assertThat(feed.journal().wantsMessages()).isFalse();
        }
    }

    @Test
    void watchersAreBounded() {
        try (LiveFeed feed = LiveFeed.open("crowd")) {
            List<Watcher> watchers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                watchers.add(feed.watch(i < 12 ? "a" : i < 15 ? "b" : "c"));
            }
            assertThat(watchers).doesNotContainNull();
            assertThat(feed.watch("d")).isNull();
            watchers.get(0).close();
            assertThat(feed.watch("a")).as("has its share").isNull();
            assertThat(feed.watch("d")).isNotNull();
        }
    }

    @Test
    void theEndIsTold() throws Exception {
        LiveFeed feed = LiveFeed.open("short");
        Watcher watcher = feed.watch("a");
        assertThat(watcher.next()).isNotNull();
        feed.close();
        assertThat(watcher.next()).isNull();
    }

    private static byte[] line(String fields) {
        return ("{\"t\":1," + fields + "}\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static JsonNode json(Watcher watcher) throws InterruptedException {
        return JsonMapper.shared().readTree(watcher.next());
    }

    /** What a page that comes new is shown, once it looks as it should. */
    private static JsonNode awaitPicture(LiveFeed feed, java.util.function.Predicate<JsonNode> right) {
        JsonNode[] picture = new JsonNode[1];
        await().until(() -> {
            try (Watcher fresh = feed.watch("a")) {
                picture[0] = json(fresh).get("picture");
                return right.test(picture[0]);
            }
        });
        return picture[0];
    }
}
