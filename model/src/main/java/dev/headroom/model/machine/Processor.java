package dev.headroom.model.machine;

import static dev.headroom.model.machine.PeerTransferRate.estimate;
import static dev.headroom.model.machine.PeerTransferRate.link;
import static dev.headroom.model.machine.PeerTransferRate.measured;
import static dev.headroom.model.machine.PeerTransferRate.stated;

import dev.headroom.model.machine.PeerTransferRate.Basis;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Server processor families with the rates of their root complexes between a NIC and a GPU: writes,
 * reads, and transfers to another socket. A read waits for completions, of which a root complex has
 * few under way; a write does not. All rates are of payload, each way.
 *
 * <p>Intel's cut what passes from device to device into TLPs of 64 B (NCCL, topo.h), which leaves
 * 64 of 88 B of a link's TLPs for data: 165 Gb/s of Gen4 x16, 331 of Gen5.
 *
 * <p>Generations of PCIe that they have at most: ServeTheHome, "PCIe Lanes and Bandwidth Increase
 * Over a Decade for Intel Xeon and AMD EPYC" (Gen3 up to Skylake and its successor, Gen4 in Ice
 * Lake, Rome and Milan, Gen5 in Sapphire Rapids and Genoa); Emerald Rapids fits its sockets; Tom's
 * Hardware and wccftech on Xeon 6900P, 96 lanes of PCIe 5.0; Turin fits the sockets of Genoa, 128
 * lanes of PCIe 5.0; NVIDIA's Grace has 68 lanes of Gen5 (Hot Chips 2022).
 */
public enum Processor {
  BROADWELL(
      "broadwell",
      "Intel Xeon E5 v4",
      3,
      64,
      measured(
              57,
              "",
              "NVIDIA's forum 55564: three drives write 7.1 GB/s to a P40 through an E5-2650 "
                  + "v4, and 9.5 to host memory")
          .with(3),
      estimate(
          49,
          "up to the 57 of writes; can be far less",
          "not published: the read rate of Rome, the lowest measured value. NVIDIA, "
              + "GPUDirect RDMA: reads are severely limited on some processors"),
      stated(48, "", "NCCL, topo.h: BDW_QPI_BW 6 GB/s")),
  SKYLAKE(
      "skylake",
      "Intel Xeon Scalable, first and second generation",
      3,
      64,
      link(Basis.ESTIMATE, "", Shared.CUT),
      estimate(141, Shared.READS, Shared.NO_READS),
      stated(80, "", "NCCL, topo.h: SKL_QPI_BW 10 GB/s")),
  ICE_LAKE(
      "ice-lake",
      "Intel Xeon Scalable, third generation",
      4,
      64,
      link(Basis.ESTIMATE, "", Shared.CUT),
      estimate(141, Shared.READS, Shared.NO_READS),
      stated(80, "", "NCCL, topo.h: counts Ice Lake as Skylake, 10 GB/s")),
  SAPPHIRE_RAPIDS(
      "sapphire-rapids",
      "Intel Xeon Scalable, fourth generation",
      5,
      64,
      link(Basis.MEASURED, "160 Gb/s of Gen4 x16 measured, 165 by arithmetic", Shared.TINYGRAD)
          .with(4),
      estimate(141, Shared.READS, Shared.NO_READS),
      stated(176, "", "NCCL, topo.h: SRP_QPI_BW 22 GB/s")),
  EMERALD_RAPIDS(
      "emerald-rapids",
      "Intel Xeon Scalable, fifth generation",
      5,
      64,
      link(Basis.MEASURED, "160 Gb/s of Gen4 x16 measured, 165 by arithmetic", Shared.TINYGRAD)
          .with(4),
      estimate(141, Shared.READS, Shared.NO_READS),
      stated(320, "", "NCCL, topo.h: ERP_QPI_BW 40 GB/s")),
  GRANITE_RAPIDS(
      "granite-rapids",
      "Intel Xeon 6",
      5,
      64,
      link(Basis.ESTIMATE, "", Shared.CUT),
      estimate(141, Shared.READS, Shared.NO_READS),
      estimate(
          384,
          "320 to 384",
          "NCCL has no separate value for it; NVIDIA/nccl#2107 proposes 48 GB/s: UPI at 24 "
              + "GT/s, against 20 for Emerald Rapids")),
  ROME(
      "rome",
      "AMD EPYC 7002",
      4,
      0,
      measured(
              200,
              "",
              "NVIDIA/nccl-tests#74: pairs of A40 on EPYC 7302, 50 GB/s in both directions, "
                  + "the limit of Gen4; StackOverflow 59277346: a ConnectX-6 writes 14.3 GB/s to a "
                  + "V100, the limit of Gen3")
          .with(4),
      measured(
              49,
              "49 for a V100 at Gen3; Gen4 GPUs can give more",
              "StackOverflow 59277346: a ConnectX-6 on EPYC 7452 reads 6.11 GB/s from a "
                  + "V100. UCX assumes 5.1 GB/s for AMD's sockets")
          .with(3),
      measured(
          164,
          "160 to 166",
          "NVIDIA/nccl-tests#74: pairs of A40 across sockets, 39 to 41.6 GB/s in both "
              + "directions. NCCL, topo.h: 16 GB/s")),
  MILAN(
      "milan",
      "AMD EPYC 7003",
      4,
      0,
      link(Basis.ESTIMATE, "", "not published: Rome and Genoa forward the full link rate"),
      estimate(180, Shared.READS, Shared.THREADRIPPER),
      stated(
          192,
          "164 to 312",
          "NVIDIA/nccl#2036: 24 GB/s, which it calls a conservative estimate; NCCL 2.30.7 "
              + "uses 16 for all of AMD's")),
  GENOA(
      "genoa",
      "AMD EPYC 9004",
      5,
      0,
      measured(
              432,
              "",
              "voipmonitor/rtx6kpro, pcie-bandwidth.md: EPYC 9374F, Gen5 GPUs, 54 GB/s on "
                  + "one socket")
          .with(5),
      estimate(180, Shared.READS, Shared.THREADRIPPER),
      measured(
          312,
          "256 in each direction with both at once",
          "voipmonitor/rtx6kpro: 39 GB/s across sockets, 64 in both directions. "
              + "NVIDIA/nccl#2036: 24 GB/s")),
  TURIN(
      "turin",
      "AMD EPYC 9005",
      5,
      0,
      measured(
              453,
              "424 to 453",
              "voipmonitor/rtx6kpro, pcie-bandwidth.md: Gen5 GPUs, 53 to 56.6 GB/s on one socket")
          .with(5),
      measured(
              409,
              "321 with one flow",
              "voipmonitor/rtx6kpro: GPUs on two EPYC 9575F read 40 GB/s in one flow and 51 "
                  + "in two through one port, across sockets; NICs were not measured")
          .with(5),
      measured(
          408,
          "396 in each direction with both at once",
          "voipmonitor/rtx6kpro: 51 GB/s across sockets, 99 in both directions. "
              + "NVIDIA/nccl#2036: 32 GB/s for NCCL's own copies")),
  GRACE(
      "grace",
      "NVIDIA Grace with GPUs on NVLink-C2C",
      5,
      0,
      stated(3600, "", Shared.C2C),
      stated(3600, "", Shared.C2C),
      stated(
          48,
          "48 to 138",
          "NCCL, topo.h: ARM_BW 6 GB/s for any Arm; UCX assumes 16,500 MiB/s for Grace"));

  /** Sentences that several families share. */
  private static final class Shared {
    static final String CUT =
        "not published: TLPs of 64 B, which NCCL, topo.h, assumes for all Intel processors";
    static final String TINYGRAD =
        "tinygrad/open-gpu-kernel-modules#26: Gen4 GPUs reach 20 GB/s through Xeon Gold 6430 "
            + "and 6530, 25 through AMD's; NCCL, topo.h: Intel's processors split traffic into "
            + "TLPs of 64 B";
    static final String READS = "49 to the rate of writes";
    static final String NO_READS =
        "not published: Stellar, SIGCOMM 2025, 141 of 393 Gb/s on servers whose processor it "
            + "does not name";
    static final String THREADRIPPER =
        "not published for EPYC: NVIDIA/open-gpu-kernel-modules#1253 has 180 Gb/s through a "
            + "Threadripper PRO whose generation it does not name";
    static final String C2C =
        "NVLink-C2C, 900 GB/s, half of it in each direction; GH200 with 800 Gb/s of ports "
            + "send at full rate (NVIDIA/nccl#1579)";

    private Shared() {}
  }

  private final String model;
  private final String meaning;
  private final int pcieGeneration;
  private final int payload;

  // Records of a rate and texts, which nothing changes.
  @SuppressWarnings("ImmutableEnumChecker")
  private final PeerTransferRate writes;

  @SuppressWarnings("ImmutableEnumChecker")
  private final PeerTransferRate reads;

  @SuppressWarnings("ImmutableEnumChecker")
  private final PeerTransferRate sockets;

  Processor(
      String model,
      String meaning,
      int pcieGeneration,
      int payload,
      PeerTransferRate writes,
      PeerTransferRate reads,
      PeerTransferRate sockets) {
    this.model = model;
    this.meaning = meaning;
    this.pcieGeneration = pcieGeneration;
    this.payload = payload;
    this.writes = writes;
    this.reads = reads;
    this.sockets = sockets;
  }

  /** The one that {@code hosts.cpu.model} names; none for {@code any}. */
  public static Optional<Processor> named(String model) {
    return Arrays.stream(values()).filter(each -> each.model.equals(model)).findFirst();
  }

  /** What {@code hosts.cpu.model} may name beside {@code any}. */
  public static List<String> models() {
    return Arrays.stream(values()).map(Processor::model).toList();
  }

  /** As {@code hosts.cpu.model} names it. */
  public String model() {
    return model;
  }

  /** One line: whose it is. */
  public String meaning() {
    return meaning;
  }

  /** The last generation of PCIe that it has. */
  public int pcieGeneration() {
    return pcieGeneration;
  }

  /** Data in a TLP that goes from device to device, in bytes; 0: as the link has it. */
  public int payload() {
    return payload;
  }

  /** Writes from device to device. */
  public PeerTransferRate writes() {
    return writes;
  }

  /** Reads from device to device. */
  public PeerTransferRate reads() {
    return reads;
  }

  /** What crosses to another socket. */
  public PeerTransferRate sockets() {
    return sockets;
  }
}
