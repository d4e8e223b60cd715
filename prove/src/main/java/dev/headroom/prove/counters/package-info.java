/**
 * Counters of a host's devices, as the kernel shows them: {@link
 * dev.headroom.prove.counters.HostCounters} reads those of a port from a {@link
 * dev.headroom.prove.counters.FileTree}, which is this machine's or one that was sent over; {@link
 * dev.headroom.prove.counters.Baselines} says what has grown since the last reading, and what
 * started anew.
 *
 * <p>{@link dev.headroom.prove.counters.HostFile}, {@link dev.headroom.prove.counters.KernelText}
 * and {@link dev.headroom.prove.counters.ModuleTemperatures} say which files are read and in which
 * forms they are, for burn-ins and for the samples of a watch.
 */
@NullMarked
package dev.headroom.prove.counters;

import org.jspecify.annotations.NullMarked;
