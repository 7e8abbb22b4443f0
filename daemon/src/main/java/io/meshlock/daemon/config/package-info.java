/** A node's configuration file: read, checked and completed before anything starts. */
@NullMarked
package io.meshlock.daemon.config;

import org.jspecify.annotations.NullMarked;
