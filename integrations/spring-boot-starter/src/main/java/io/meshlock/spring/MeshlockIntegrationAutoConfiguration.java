package io.meshlock.spring;

import io.meshlock.Meshlock;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;

/** The lock registry of Spring Integration, and leader election over it. */
@AutoConfiguration(
        after = MeshlockAutoConfiguration.class,
        beforeName = {
            "org.springframework.boot.autoconfigure.integration.IntegrationAutoConfiguration",
            "org.springframework.boot.integration.autoconfigure.IntegrationAutoConfiguration"
        })
@ConditionalOnClass(LockRegistry.class)
@ConditionalOnBean(Meshlock.class)
public class MeshlockIntegrationAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(LockRegistry.class)
    @ConditionalOnProperty(prefix = "meshlock.locks", name = "enabled", matchIfMissing = true)
    MeshlockLockRegistry meshlockLockRegistry(Meshlock mesh, MeshlockProperties properties) {
        return new MeshlockLockRegistry(
                mesh, properties.locks().config(), properties.locks().prefix());
    }

    /** Publishes {@code OnGrantedEvent} and {@code OnRevokedEvent} in the application. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(MeshlockLockRegistry.class)
    @ConditionalOnProperty(prefix = "meshlock.leader", name = "role")
    LockRegistryLeaderInitiator meshlockLeaderInitiator(MeshlockLockRegistry locks, MeshlockProperties properties) {
        MeshlockProperties.Leader leader = properties.leader();
        LockRegistryLeaderInitiator initiator =
                new LockRegistryLeaderInitiator(locks, new DefaultCandidate(null, leader.role()));
        initiator.setHeartBeatMillis(leader.heartbeat().toMillis());
        initiator.setBusyWaitMillis(leader.retry().toMillis());
        return initiator;
    }
}
