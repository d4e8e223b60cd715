/**
 * The CPU of a host, as far as its kernel's network stack needs it: cores that do one thing after
 * another, and what each thing costs.
 *
 * <p>{@link dev.headroom.sim.cpu.Core} does {@link dev.headroom.sim.cpu.Work}; {@link
 * dev.headroom.sim.cpu.CpuCosts} says how many cycles. What the work is belongs to the transport.
 */
@NullMarked
package dev.headroom.sim.cpu;

import org.jspecify.annotations.NullMarked;
