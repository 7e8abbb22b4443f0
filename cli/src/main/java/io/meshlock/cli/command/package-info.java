/**
 * What commands of several packages share: exit codes, the version, error messages, and checks of common flags.
 */
@NullMarked
package io.meshlock.cli.command;

import org.jspecify.annotations.NullMarked;
