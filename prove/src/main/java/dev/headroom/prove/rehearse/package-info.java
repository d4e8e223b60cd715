/**
 * Rehearsal of a burn-in on a simulated fabric: {@link dev.headroom.prove.rehearse.Rehearsal} moves
 * virtual time from slice to slice. For each it simulates a short window packet by packet ({@link
 * dev.headroom.prove.rehearse.WindowRuns}), takes it for the whole slice, and adds in closed form
 * what is too slow or too rare for a window: temperature, bit errors, link losses, bus errors.
 * {@link dev.headroom.prove.rehearse.VirtualPort} keeps the counters, under the kernel's names.
 */
@NullMarked
package dev.headroom.prove.rehearse;

import org.jspecify.annotations.NullMarked;
