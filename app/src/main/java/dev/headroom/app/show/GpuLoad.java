package dev.headroom.app.show;

/**
 * Load of a GPU, as the mean of a run.
 *
 * @param busyShare part of the time in which a kernel ran on it, NCCL's among them, which run while
 *     they wait
 * @param receivedBps bytes a second that came to it over PCIe
 * @param sentBps that left it so
 */
public record GpuLoad(double busyShare, double receivedBps, double sentBps) {}
