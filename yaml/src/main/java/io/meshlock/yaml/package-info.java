/**
 * YAML as people write it by hand: a tree that remembers file and line of every value, checks of values, and one line
 * for every mistake that says where it is, what is wrong and what was expected.
 */
@NullMarked
package io.meshlock.yaml;

import org.jspecify.annotations.NullMarked;
