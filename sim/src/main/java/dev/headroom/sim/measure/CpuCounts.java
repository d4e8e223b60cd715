package dev.headroom.sim.measure;

/**
 * What a transport in the kernel has cost the CPUs of hosts; all 0 where it lives in the NIC.
 *
 * @param busyPs time that cores have worked, over all hosts
 * @param mostBusyPs the same of the busiest host
 * @param copiedBytes bytes copied between applications and kernels
 * @param syscalls reads and writes
 * @param interrupts of cores that were idle
 */
public record CpuCounts(
    long busyPs, long mostBusyPs, long copiedBytes, long syscalls, long interrupts) {
  /** Where hosts have nothing to do. */
  public static final CpuCounts NONE = new CpuCounts(0, 0, 0, 0, 0);
}
