package dev.headroom.tune.search;

/**
 * Estimate of an objective for a candidate: what its mean over all known conditions would be.
 *
 * @param value the estimate, in the unit of the measure
 * @param error its standard error; infinite while no spread is known
 */
public record ObjectiveEstimate(double value, double error) {}
