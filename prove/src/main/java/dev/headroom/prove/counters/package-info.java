/**
 * Counters of a host's devices, as the kernel shows them: {@link
 * dev.headroom.prove.counters.HostCounters} reads those of a port from a {@link
 * dev.headroom.prove.counters.FileTree}, which is this machine's or one that was sent over; {@link
 * dev.headroom.prove.counters.Baselines} says what has grown since the last reading, and what
 * started anew.
 */
@NullMarked
package dev.headroom.prove.counters;

import org.jspecify.annotations.NullMarked;
