package dev.headroom.model.latency;

import dev.headroom.model.sizing.PacketFormat;

/** Transfer methods from GPU to GPU that are compared. */
public enum LatencyStack {
  TCP("tcp", "TCP sockets, copied through host memory", PacketFormat.TCP, 9000, true, 800_000),
  RDMA_STAGED(
      "rdma-staged",
      "RDMA (RoCEv2), copied through host memory",
      PacketFormat.ROCEV2,
      4096,
      true,
      800_000),
  RDMA_GPUDIRECT(
      "rdma-gpudirect", "RDMA (RoCEv2) with GPUDirect", PacketFormat.ROCEV2, 4096, false, 800_000),
  INFINIBAND_GPUDIRECT(
      "infiniband-gpudirect",
      "InfiniBand with GPUDirect",
      PacketFormat.INFINIBAND,
      4096,
      false,
      600_000);

  private final String name;
  private final String label;
  private final PacketFormat format;
  private final int mtu;
  private final boolean staged;
  private final long adaptersPs;

  LatencyStack(
      String name, String label, PacketFormat format, int mtu, boolean staged, long adaptersPs) {
    this.name = name;
    this.label = label;
    this.format = format;
    this.mtu = mtu;
    this.staged = staged;
    this.adaptersPs = adaptersPs;
  }

  /** As files name it. */
  public String id() {
    return name;
  }

  /** As people read it. */
  public String label() {
    return label;
  }

  PacketFormat format() {
    return format;
  }

  int mtu() {
    return mtu;
  }

  /** Whether the CPU's memory lies between GPU and NIC on both hosts. */
  boolean staged() {
    return staged;
  }

  /** Two adapters back to back, with PCIe and memory of their hosts. */
  long adaptersPs() {
    return adaptersPs;
  }
}
