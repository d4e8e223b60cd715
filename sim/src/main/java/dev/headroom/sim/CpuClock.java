package dev.headroom.sim;

import java.lang.management.ManagementFactory;

/** CPU time of the calling thread, and wall time, since it was made. */
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
