package io.meshlock.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What Prometheus reads, judged by its own tool. */
@DisplayName("Metrics")
class MetricsTest {

    private static final Path PACKAGING = Path.of("..", "packaging");
    private static final Pattern NAME = Pattern.compile("\\bmeshlock_[a-z_]+");

    private static ApiClient client;
    private static String scraped;

    @BeforeAll
    static void scrape() {
        client = new ApiClient(3, ApiClient.SETTINGS);
        String id = client.ask("{\"permits\": 2}").id();
        client.delete("/api/v1/requests/" + id);
        client.ask("{\"permits\": 3}");
        client.ask("{}");
        scraped = client.get("/metrics").response().body();
    }

    @AfterAll
    static void close() {
        client.close();
    }

    @Test
    void passPromtool() throws Exception {
        assertThat(promtool(scraped, "check", "metrics")).isEmpty();
    }

    @Test
    void rulesPassPromtool() throws Exception {
        assertThat(promtool(
                        "",
                        "check",
                        "rules",
                        PACKAGING.resolve("prometheus/meshlock.rules.yml").toString()))
                .contains("SUCCESS: ");
    }

    @Test
    void tellHowAPoolDoes() {
        String docks = "{node=\"a\",pool=\"docks\"} ";
        assertThat(scraped)
                .contains("meshlock_pool_permits" + docks + "3.0\n")
                .contains("meshlock_pool_held" + docks + "3.0\n")
                .contains("meshlock_pool_waiting" + docks + "1.0\n")
                .contains("meshlock_pool_token" + docks + "1.0\n")
                .contains("meshlock_pool_voters" + docks + "1.0\n")
                .contains("meshlock_pool_problem" + docks + "0.0\n")
                .contains("meshlock_pool_recoveries_total" + docks + "0.0\n")
                .contains("meshlock_pool_wait_seconds_bucket{node=\"a\",pool=\"docks\",le=\"+Inf\"} 2\n")
                .contains("meshlock_pool_hold_seconds_count" + docks + "1\n")
                .contains("meshlock_build_info{")
                .contains("process_uptime_seconds ")
                .contains("meshlock_link_bytes_total{");
    }

    /** A dashboard of metrics that nobody serves is a wall of empty panels. */
    @Test
    void areAllThatDashboardAndAlertsAskFor() throws IOException {
        Set<String> asked = new TreeSet<>();
        for (String file : new String[] {"grafana/meshlock.json", "prometheus/meshlock.rules.yml"}) {
            Matcher name = NAME.matcher(Files.readString(PACKAGING.resolve(file)));
            while (name.find()) {
                asked.add(name.group());
            }
        }
        assertThat(asked).hasSizeGreaterThan(10);
        asked.remove("meshlock_certificate_expiry_timestamp_seconds"); // this node has none
        assertThat(asked)
                .allMatch(name -> Pattern.compile("^" + name + "[{ ]", Pattern.MULTILINE)
                        .matcher(scraped)
                        .find());
    }

    /** What it complains about; empty if it is content. */
    private static String promtool(String input, String... args) throws Exception {
        String tool = Stream.concat(
                        Stream.of(System.getenv("PATH").split(File.pathSeparator)),
                        Stream.of(Path.of("..", "target", "tools").toString()))
                .map(folder -> new File(folder, "promtool"))
                .filter(File::canExecute)
                .map(File::toString)
                .findFirst()
                .orElseThrow(() -> new AssertionError("promtool is missing; ./check gets it"));
        Process process = new ProcessBuilder(
                        Stream.concat(Stream.of(tool), Stream.of(args)).toList())
                .redirectErrorStream(true)
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(said).isZero();
        return said;
    }
}
