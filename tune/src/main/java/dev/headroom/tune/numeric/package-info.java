/**
 * Numerical methods of a search, on points of the unit cube: the surrogate ({@link
 * dev.headroom.tune.numeric.GaussianProcess}) and CMA-ES ({@link
 * dev.headroom.tune.numeric.CmaGenerations}). They know neither settings nor runs.
 */
@NullMarked
package dev.headroom.tune.numeric;

import org.jspecify.annotations.NullMarked;
