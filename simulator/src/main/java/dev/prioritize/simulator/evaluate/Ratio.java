package dev.prioritize.simulator.evaluate;

/**
 * A geometric mean of ratios to the baseline, with its bootstrap interval.
 *
 * @param mean below 1 where the contender's value is lower
 * @param low 2.5th percentile of the resampled means
 * @param high 97.5th percentile
 */
public record Ratio(double mean, double low, double high) {}
