/**
 * The CPU of a host, as far as its kernel's network stack needs it, or applications that sleep
 * until completions come: cores that do one thing after another, what each thing costs, how long
 * interrupts are held back, and what storms of them take.
 *
 * <p>{@link dev.headroom.sim.cpu.CpuCore} does {@link dev.headroom.sim.cpu.CpuWork}; {@link
 * dev.headroom.sim.cpu.CpuCosts} says how many cycles. What the work is belongs to the transport.
 */
@NullMarked
package dev.headroom.sim.cpu;

import org.jspecify.annotations.NullMarked;
