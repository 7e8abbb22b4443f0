package io.meshlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** In a process of its own: the common pool is set up once per process. */
@DisplayName("A program whose common pool has no threads")
class CommonPoolTest {

    @Test
    void getsItsFutures() throws Exception {
        Process program = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=0",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Program.class.getName())
                .redirectErrorStream(true)
                .start();
        String said = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(program.waitFor(TestTimeouts.SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(said).endsWith("granted" + System.lineSeparator());
    }

    /** Waits for a future that is completed by another thread. */
    public static final class Program {
        private Program() {}

        public static void main(String[] arguments) throws Exception {
            try (Meshlock mesh = Meshlock.builder().node("alone").bootstrap().start()) {
                PermitPool pool = mesh.pool("docks", PoolConfig.permits(1));
                Grant first = pool.acquire();
                CompletableFuture<Grant> second = pool.acquireAsync(Request.ONE);
                first.close();
                second.get(20, TimeUnit.SECONDS).close();
                System.out.println("granted");
            }
        }
    }
}
