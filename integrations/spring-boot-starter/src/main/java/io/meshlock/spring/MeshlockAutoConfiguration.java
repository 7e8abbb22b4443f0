package io.meshlock.spring;

import io.meshlock.Meshlock;
import io.meshlock.MeshlockBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** A node, and the pools that the properties name. */
@AutoConfiguration
@ConditionalOnProperty(prefix = "meshlock", name = "enabled", matchIfMissing = true)
@EnableConfigurationProperties(MeshlockProperties.class)
@Import(PoolBeans.class)
public class MeshlockAutoConfiguration {

    /** The node; closed with the application, so that whoever waits for permits is told. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Meshlock meshlock(
            MeshlockProperties properties,
            ObjectProvider<MeshlockBuilderCustomizer> customizers,
            Environment environment) {
        checkNetty(MeshlockAutoConfiguration.class.getClassLoader());
        MeshlockBuilder builder = Meshlock.builder();
        String name = name(properties, environment);
        if (name != null) {
            builder.node(name);
        }
        links(properties, builder);
        if (properties.bootstrap()) {
            builder.bootstrap();
        }
        if (!properties.voters().isEmpty()) {
            builder.voters(
                    properties.voters().stream().mapToInt(Integer::intValue).toArray());
        }
        if (properties.ephemeral()) {
            builder.ephemeral();
        }
        if (properties.state() != null) {
            builder.state(properties.state());
        }
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.start();
    }

    /** Spring Boot 3 asks for Netty 4.1; then links would fail with a class that is not found. */
    static void checkNetty(ClassLoader loader) {
        if (!ClassUtils.isPresent("io.netty.channel.MultiThreadIoEventLoopGroup", loader)) {
            throw new IllegalStateException("Meshlock needs Netty 4.2, and this application has an older one: "
                    + "set the property netty.version of its build to 4.2.18.Final or newer");
        }
    }

    private static @Nullable String name(MeshlockProperties properties, Environment environment) {
        if (properties.node() != null || properties.keys() != null) {
            return properties.node();
        }
        return environment.getProperty("spring.application.name");
    }

    private static void links(MeshlockProperties properties, MeshlockBuilder builder) {
        if (properties.keys() != null) {
            builder.keys(properties.keys());
        }
        if (properties.insecureNumber() != null) {
            builder.insecure(properties.insecureNumber());
        }
        if (properties.insecureAnywhere()) {
            builder.insecureAnywhere();
        }
        if (properties.listen() != null) {
            builder.listen(properties.listen());
        }
        properties.peers().forEach(builder::peer);
        if (properties.discover() != null) {
            builder.discover(
                    properties.discover(), properties.discoverInterfaces().toArray(String[]::new));
        }
    }
}
