package io.meshlock.spring;

import io.meshlock.Meshlock;
import io.meshlock.PermitPool;
import io.meshlock.PoolConfig;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryAware;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/** Makes a bean of every pool that the properties name: {@code @Qualifier("docks") PermitPool docks}. */
final class PoolBeans implements ImportBeanDefinitionRegistrar, EnvironmentAware, BeanFactoryAware {

    // Spring sets both before it asks for the beans.
    @SuppressWarnings("NullAway.Init")
    private Environment environment;

    @SuppressWarnings("NullAway.Init")
    private BeanFactory beans;

    @Override
    public void setEnvironment(Environment value) {
        environment = value;
    }

    @Override
    public void setBeanFactory(BeanFactory value) {
        beans = value;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata source, BeanDefinitionRegistry registry) {
        Binder.get(environment)
                .bindOrCreate("meshlock", MeshlockProperties.class)
                .sortedPools()
                .forEach((name, pool) -> register(name, config(name, pool), registry));
    }

    private static PoolConfig config(String name, MeshlockProperties.Pool pool) {
        try {
            return pool.config();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("meshlock.pools." + name + ": " + e.getMessage(), e);
        }
    }

    private void register(String name, PoolConfig config, BeanDefinitionRegistry registry) {
        registry.registerBeanDefinition(
                name,
                BeanDefinitionBuilder.rootBeanDefinition(
                                PermitPool.class, () -> beans.getBean(Meshlock.class).pool(name, config))
                        .getBeanDefinition());
    }
}
