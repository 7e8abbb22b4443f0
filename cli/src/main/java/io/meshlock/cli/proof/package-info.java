/**
 * Commands that look for a broken rule, or show how one was broken: {@code explore}, {@code hunt}, {@code replay}.
 */
@NullMarked
package io.meshlock.cli.proof;

import org.jspecify.annotations.NullMarked;
