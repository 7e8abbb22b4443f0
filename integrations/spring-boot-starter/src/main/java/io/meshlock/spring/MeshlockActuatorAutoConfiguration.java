package io.meshlock.spring;

import io.meshlock.Meshlock;
import io.meshlock.metrics.MeshlockMetrics;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and metrics of the node, for Spring Boot 3 and 4. */
@AutoConfiguration(after = MeshlockAutoConfiguration.class)
@ConditionalOnBean(Meshlock.class)
public class MeshlockActuatorAutoConfiguration {

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MeterBinder.class)
    static class Metrics {

        @Bean
        @ConditionalOnMissingBean
        MeshlockMetrics meshlockMetrics(Meshlock mesh) {
            return new MeshlockMetrics(mesh);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
    static class HealthOfBoot3 {

        @Bean
        @ConditionalOnMissingBean(name = "meshlockHealthIndicator")
        org.springframework.boot.actuate.health.HealthIndicator meshlockHealthIndicator(Meshlock mesh) {
            return () -> {
                MeshHealth health = MeshHealth.of(mesh);
                return (health.up()
                                ? org.springframework.boot.actuate.health.Health.up()
                                : org.springframework.boot.actuate.health.Health.down())
                        .withDetails(health.details())
                        .build();
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(name = "org.springframework.boot.health.contributor.HealthIndicator")
    static class HealthOfBoot4 {

        @Bean
        @ConditionalOnMissingBean(name = "meshlockHealthIndicator")
        org.springframework.boot.health.contributor.HealthIndicator meshlockHealthIndicator(Meshlock mesh) {
            return () -> {
                MeshHealth health = MeshHealth.of(mesh);
                return (health.up()
                                ? org.springframework.boot.health.contributor.Health.up()
                                : org.springframework.boot.health.contributor.Health.down())
                        .withDetails(health.details())
                        .build();
            };
        }
    }
}
