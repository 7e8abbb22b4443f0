/**
 * What commands of several packages share: exit codes, the version, one line for a mistake, and checks of common flags.
 */
@NullMarked
package io.meshlock.cli.command;

import org.jspecify.annotations.NullMarked;
