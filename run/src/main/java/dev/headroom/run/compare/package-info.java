/**
 * Runs of several variants beside each other: differences, and whether they are beyond chance.
 * Start with {@link dev.headroom.run.compare.Comparison}.
 */
@NullMarked
package dev.headroom.run.compare;

import org.jspecify.annotations.NullMarked;
