package io.meshlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.meshlock.Grant;
import io.meshlock.MeshClosedException;
import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.Policy;
import io.meshlock.PoolConfig;
import io.meshlock.Recovery;
import io.meshlock.metrics.MeshlockMetrics;
import io.meshlock.spi.InProcessNetwork;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;

@DisplayName("A Spring Boot application")
class MeshlockAutoConfigurationTest {

    private static final long SECONDS = 60;

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    MeshlockAutoConfiguration.class,
                    MeshlockIntegrationAutoConfiguration.class,
                    MeshlockActuatorAutoConfiguration.class));

    @Test
    void hasANodeAndItsPools() {
        application
                .withPropertyValues(
                        "spring.application.name=tower",
                        "meshlock.bootstrap=true",
                        "meshlock.pools.docks.permits=5",
                        "meshlock.pools.lanes.permits=2",
                        "meshlock.pools.lanes.policy=deadline",
                        "meshlock.pools.lanes.lease=2s",
                        "meshlock.pools.lanes.beacon=50ms",
                        "meshlock.pools.lanes.election-timeout=600ms")
                .run(context -> {
                    assertThat(context).hasNotFailed().hasSingleBean(Meshlock.class);
                    assertThat(context.getBean(Meshlock.class).node()).isEqualTo("tower");
                    PermitPool docks = context.getBean("docks", PermitPool.class);
                    try (Grant grant = docks.acquire(2)) {
                        assertThat(grant.isValid()).isTrue();
                    }
                    assertThat(context.getBean("lanes", PermitPool.class).config())
                            .isEqualTo(PoolConfig.permits(2)
                                    .policy(Policy.DEADLINE)
                                    .lease(Duration.ofSeconds(2))
                                    .recovery(Recovery.MAJORITY
                                            .beacon(Duration.ofMillis(50))
                                            .electionTimeout(Duration.ofMillis(600))));
                });
    }

    @Test
    void saysWhatIsWrongWithItsProperties() {
        application.withPropertyValues("meshlock.pools.docks.permits=0").run(context -> assertThat(context)
                .getFailure()
                .hasMessage("meshlock.pools.docks: a pool needs at least 1 permit, not 0"));
        application.withPropertyValues("meshlock.listen=nowhere", "meshlock.insecure-number=1").run(context ->
                assertThat(context).getFailure().rootCause().hasMessageContaining("nowhere"));
    }

    @Test
    void canDoWithoutANode() {
        application.withPropertyValues("meshlock.enabled=false").run(context -> assertThat(context)
                .doesNotHaveBean(Meshlock.class)
                .doesNotHaveBean(LockRegistry.class)
                .doesNotHaveBean("meshlockHealthIndicator"));
    }

    @Test
    void needsNeitherIntegrationNorActuator() {
        application
                .withClassLoader(new FilteredClassLoader(
                        "org.springframework.integration", "org.springframework.boot.actuate", "org.springframework.boot.health", "io.micrometer"))
                .run(context -> assertThat(context)
                        .hasSingleBean(Meshlock.class)
                        .doesNotHaveBean("meshlockLockRegistry")
                        .doesNotHaveBean("meshlockMetrics"));
    }

    @Test
    void hasALockRegistryMetricsAndHealth() {
        application.withPropertyValues("meshlock.bootstrap=true").run(context -> assertThat(context)
                .hasSingleBean(MeshlockLockRegistry.class)
                .hasSingleBean(MeshlockMetrics.class)
                .hasBean("meshlockHealthIndicator")
                .doesNotHaveBean(LockRegistryLeaderInitiator.class));
        application.withPropertyValues("meshlock.locks.enabled=false", "meshlock.leader.role=king").run(context ->
                assertThat(context).doesNotHaveBean(LockRegistry.class).doesNotHaveBean(LockRegistryLeaderInitiator.class));
    }

    @Test
    void electsALeader() {
        application.withPropertyValues("meshlock.bootstrap=true", "meshlock.leader.role=king").run(context -> {
            assertThat(context).hasSingleBean(LockRegistryLeaderInitiator.class);
            await().atMost(Duration.ofSeconds(SECONDS)).until(() -> context.getBean(LockRegistryLeaderInitiator.class)
                    .getContext()
                    .isLeader());
        });
    }

    @Test
    void tellsHowItsNodeIs() {
        application.withPropertyValues("meshlock.bootstrap=true", "meshlock.pools.docks.permits=5").run(context -> {
            Meshlock mesh = context.getBean(Meshlock.class);
            MeshHealth health = MeshHealth.of(mesh);
            assertThat(health.up()).isTrue();
            assertThat(health.details()).containsEntry("pools", 1).containsEntry("neighbours", List.of());
            mesh.close();
            assertThat(MeshHealth.of(mesh).up()).isFalse();
        });
    }

    /** The old node must be gone before the new one takes its number. */
    @Test
    void canBeRefreshed() {
        try (InProcessNetwork network = new InProcessNetwork()) {
            for (int round = 0; round < 3; round++) {
                application
                        .withPropertyValues("meshlock.bootstrap=true", "meshlock.pools.docks.permits=1")
                        .withBean(
                                MeshlockBuilderCustomizer.class,
                                () -> builder -> builder.inProcess(network, 1, "one"))
                        .run(context -> context.getBean("docks", PermitPool.class).acquire());
            }
        }
    }

    @Test
    void sharesPoolsWithAnotherInTheSameProcess() {
        try (InProcessNetwork network = new InProcessNetwork()) {
            network.connect(1, 2);
            ApplicationContextRunner both = application.withPropertyValues("meshlock.pools.docks.permits=1");
            both.withPropertyValues("meshlock.bootstrap=true")
                    .withBean(MeshlockBuilderCustomizer.class, () -> builder -> builder.inProcess(network, 1, "one"))
                    .run(one -> both.withBean(
                                    MeshlockBuilderCustomizer.class,
                                    () -> builder -> builder.inProcess(network, 2, "two"))
                            .run(two -> {
                                PermitPool there = two.getBean("docks", PermitPool.class);
                                PermitPool here = one.getBean("docks", PermitPool.class);
                                try (Grant grant = there.tryAcquire(1, Duration.ofSeconds(SECONDS)).orElseThrow()) {
                                    assertThat(grant.isValid()).isTrue();
                                    assertThat(here.tryAcquire()).isEmpty();
                                }
                                assertThat(here.tryAcquire(1, Duration.ofSeconds(SECONDS))).isPresent();
                            }));
        }
    }

    @Test
    void endsWhileSomebodyWaits() throws Exception {
        CompletableFuture<Grant> waiting = new CompletableFuture<>();
        application
                .withPropertyValues("meshlock.bootstrap=true", "meshlock.pools.docks.permits=1")
                .run(context -> {
                    PermitPool docks = context.getBean("docks", PermitPool.class);
                    docks.acquire();
                    new Thread(() -> {
                                try {
                                    waiting.complete(docks.acquire());
                                } catch (InterruptedException | RuntimeException e) {
                                    waiting.completeExceptionally(e);
                                }
                            })
                            .start();
                    await().atMost(Duration.ofSeconds(SECONDS)).until(() -> docks.queueLength() == 1);
                });
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(() -> waiting.get(SECONDS, TimeUnit.SECONDS))
                .withCauseInstanceOf(MeshClosedException.class);
    }
}
