package io.meshlock.laboratory.reproduce;

import java.util.List;

/**
 * A figure of a paper, or an experiment on one of its theorems.
 *
 * @param name such as {@code krl-fig6}
 * @param text what it shows and what to look at
 * @param metric along the vertical axis; {@code a / b} is the quotient of two
 * @param metricTitle the same for people
 * @param x the dimension along the horizontal axis
 * @param panels dimensions of which every combination gets a chart of its own; the others become lines
 */
public record Figure(
        String name,
        String title,
        String text,
        String metric,
        String metricTitle,
        String x,
        List<String> panels,
        boolean logX,
        boolean logY,
        List<Claim> claims) {}
