/**
 * CPU cores of a host, for the kernel's network stack and for applications that sleep until
 * completions: costs, interrupt moderation, interrupt storms.
 *
 * <p>A {@link dev.headroom.sim.cpu.CpuCore} executes {@link dev.headroom.sim.cpu.CpuWork} one piece
 * at a time; {@link dev.headroom.sim.cpu.CpuCosts} has the cycles. The transport defines the work.
 */
@NullMarked
package dev.headroom.sim.cpu;

import org.jspecify.annotations.NullMarked;
