/**
 * Slices of a burn-in: {@link dev.headroom.prove.slice.SliceList} divides a plan, {@link
 * dev.headroom.prove.slice.Rounds} says who sends to whom in each.
 */
@NullMarked
package dev.headroom.prove.slice;

import org.jspecify.annotations.NullMarked;
