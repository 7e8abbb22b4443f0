/**
 * Commands that start a node or talk to one that runs: {@code node}, {@code demo}, {@code run}, {@code status}, {@code
 * pools}, {@code watch}, {@code drain}, {@code resize}, {@code recover}, {@code destroy}.
 */
@NullMarked
package io.meshlock.cli.node;

import org.jspecify.annotations.NullMarked;
