package dev.headroom.sim.measure;

/**
 * CPU counters of hosts: for a transport in the kernel, or to wake applications that sleep until
 * completions come; all 0 where the transport is in the NIC and applications poll.
 *
 * @param busyPs time that cores have worked, over all hosts
 * @param mostBusyPs the same of the busiest host
 * @param busiestCorePs the same of the busiest core, on whatever host
 * @param copiedBytes bytes copied between applications and kernels
 * @param syscalls reads and writes, of completion events too
 * @param interrupts of cores that were idle
 */
public record CpuCounts(
    long busyPs,
    long mostBusyPs,
    long busiestCorePs,
    long copiedBytes,
    long syscalls,
    long interrupts) {
  /** Where hosts have nothing to do. */
  public static final CpuCounts NONE = new CpuCounts(0, 0, 0, 0, 0, 0);
}
