/**
 * Comparisons of several variants of a run, with tests of significance. Start at {@link
 * dev.headroom.run.compare.Comparison}.
 */
@NullMarked
package dev.headroom.run.compare;

import org.jspecify.annotations.NullMarked;
