/**
 * Meshlock in a Spring Boot application: a node, its pools, a lock registry and leader election, from properties that begin
 * with {@code meshlock}. See {@link io.meshlock.spring.MeshlockProperties}.
 */
@NullMarked
package io.meshlock.spring;

import org.jspecify.annotations.NullMarked;
