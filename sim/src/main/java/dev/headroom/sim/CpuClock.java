package dev.headroom.sim;

import java.lang.management.ManagementFactory;

/** Clock of the CPU time of the calling thread, and of wall time, since its creation. */
final class CpuClock {
  private final long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  private final long wall = System.nanoTime();

  double seconds() {
    return (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu) * 1e-9;
  }

  double wallSeconds() {
    return (System.nanoTime() - wall) * 1e-9;
  }
}
