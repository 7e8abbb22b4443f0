/**
 * The papers' experiments, run again: which measurements a figure needs, what the paper says about it, and whether that
 * holds for the algorithm as printed and as corrected.
 *
 * <p>A {@link io.meshlock.laboratory.reproduce.Study} is read from a description among the resources of this package.
 * It becomes sweeps ({@link io.meshlock.laboratory.reproduce.Part}), which become
 * {@link io.meshlock.laboratory.reproduce.Measurements}; a {@link io.meshlock.laboratory.reproduce.Claim} is a
 * predicate over those, and the report is written from nothing else.
 */
@NullMarked
package io.meshlock.laboratory.reproduce;

import org.jspecify.annotations.NullMarked;
