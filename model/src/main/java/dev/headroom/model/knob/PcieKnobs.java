package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.CpuSocketPlace;
import dev.headroom.model.choice.HostStageDetail;
import dev.headroom.model.choice.MemoryPlace;
import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * Knobs of the PCI Express path between a NIC and the memory it moves. They count where {@code
 * hosts.stages} is {@code detailed}. {@link Knobs} lists them with the rest.
 */
public final class PcieKnobs {
  /** No limit: more than any link carries. */
  private static final String PEER_LIMIT = "10Tbps";

  private static final String EACH = "headroom calc peer: each with its source";

  private PcieKnobs() {}

  public static final Knob<HostStageDetail> STAGES =
      Knob.of(
              "hosts.stages",
              choice(HostStageDetail.class),
              "ideal",
              "host model: ideal, where posting, doorbells, PCIe and NIC caches take no "
                  + "time; or detailed, with the times of hosts.pcie, hosts.nic and hosts.memory")
          .from("ideal hosts isolate the fabric");
  public static final Knob<String> MACHINE =
      Knob.of(
              "hosts.machine",
              choice(
                  "server",
                  "dgx-a100",
                  "dgx-h100",
                  "hgx-b200",
                  "gb200-nvl72",
                  "cloud-vm",
                  "two-socket",
                  "sd665n-h100",
                  "mi300x"),
              "server",
              "server model of a group of hosts: the placement of GPUs, NICs and PCIe "
                  + "switches; a plain server has two sockets and no GPU. Selects the preset of "
                  + "its name")
          .from(
              "NVIDIA's system architectures; nvidia-smi topo -m of such machines, lspci for "
                  + "AMD's GPUs");
  public static final Knob<Long> GENERATION =
      Knob.of("hosts.pcie.generation", WHOLE, "5", "generation of the NIC's PCIe link")
          .within("1", "6")
          .from(
              "ConnectX-7 cards; others: their user manuals; machines: their system "
                  + "architectures. A link trains to the highest generation that both NIC and "
                  + "machine support")
          .real("lspci -vvv: LnkSta Speed");
  public static final Knob<Long> LANES =
      Knob.of("hosts.pcie.lanes", WHOLE, "16", "lanes of the NIC's PCIe link: 1, 2, 4, 8, 16 or 32")
          .within("1", "32")
          .from("ConnectX-7 cards; the user manuals of the others")
          .real("lspci -vvv: LnkSta Width");
  public static final Knob<Long> MAX_PAYLOAD =
      Knob.of(
              "hosts.pcie.maxPayload",
              WHOLE,
              "256",
              "MPS in bytes, a power of two: the minimum of all devices on the path")
          .within("128", "4096")
          .from("the setting of most servers; the cards support 512")
          .real("lspci -vvv: DevCtl MaxPayload");
  public static final Knob<Long> MAX_READ_REQUEST =
      Knob.of("hosts.pcie.maxReadRequest", WHOLE, "512", "MRRS in bytes, a power of two")
          .within("128", "4096")
          .from("the default of most firmware; NVIDIA recommends 4096")
          .real("lspci -vvv: DevCtl MaxReadReq; setpci CAP_EXP+8.w");
  public static final Knob<Long> READ_TAGS =
      Knob.of(
              "hosts.pcie.readTags",
              WHOLE,
              "256",
              "maximum outstanding payload reads of a NIC, maxReadRequest bytes each")
          .within("1", "1024")
          .from("PCI Express Base Specification, section 2.2.6.2: tags of 8 bits, 10 with Gen4")
          .real("lspci -vvv: DevCtl ExtTag");
  public static final Knob<Size> WRITE_CREDITS =
      Knob.derived(
              "hosts.pcie.writeCredits",
              SIZE,
              "the bytes that the link sends during one write",
              "maximum outstanding write bytes: posted credits of the root complex")
          .within("64B", "16MiB")
          .from("PCI Express Base Specification, section 2.6.1");
  public static final Knob<Boolean> RELAXED_ORDERING =
      Knob.of(
              "hosts.pcie.relaxedOrdering",
              SWITCH,
              "true",
              "writes of a NIC can pass each other on their way to memory (relaxed "
                  + "ordering); false: the root complex completes them in order, "
                  + "hosts.pcie.orderedWrites at a time")
          .from("NCCL (NCCL_IB_PCI_RELAXED_ORDERING 2) and perftest (PCIe relax order: ON)")
          .real(
              "lspci -vvv: DevCtl RlxdOrd; NCCL_IB_PCI_RELAXED_ORDERING, UCX_IB_PCI_RELAXED_ORDERING;"
                  + " ib_write_bw --disable_pcie_relaxed");
  public static final Knob<Size> ORDERED_WRITES =
      Knob.of(
              "hosts.pcie.orderedWrites",
              SIZE,
              "5250B",
              "maximum outstanding bytes of strictly ordered writes at a root complex")
          .within("64B", "16MiB")
          .from(
              "openucx/ucx#8062: an EPYC reaches 150 of 200 Gb/s with 280 ns per write; "
                  + "Emerald Rapids 4480B (openucx/ucx#10955: 16 of 40 GB/s)");
  public static final Knob<Time> READ_LATENCY =
      Knob.of(
              "hosts.pcie.readLatency",
              TIME,
              "560ns",
              "latency from a NIC's read of memory to its data, without switches and "
                  + "retimers; a write takes half of it")
          .within("0ns", "1ms")
          .from(
              "pcie-bench, SIGCOMM 2018: 64 B from host memory, median 547 ns on a Xeon E5 "
                  + "v3; cxl: core caches, memory controller and DRAM together take 120 ns, so "
                  + "that a load takes the time measured by Pond, ASPLOS 2023, and Melody, ASPLOS "
                  + "2025");
  public static final Knob<Long> SWITCHES =
      Knob.derived(
              "hosts.pcie.switches",
              WHOLE,
              "that of hosts.machine",
              "number of PCIe switches between NIC and root complex")
          .within("0", "8")
          .real("lspci -tv");
  public static final Knob<Time> SWITCH_LATENCY =
      Knob.of("hosts.pcie.switchLatency", TIME, "110ns", "latency of each PCIe switch, one way")
          .within("0ns", "10us")
          .from("Broadcom PEX 88000 and 89000: 100 to 115 ns");
  public static final Knob<Long> RETIMERS =
      Knob.of(
              "hosts.pcie.retimers",
              WHOLE,
              "0",
              "number of PCIe retimers between NIC and root complex")
          .within("0", "8")
          .from("short traces need none")
          .real("lspci -vvv: LnkSta2 Retimer+");
  public static final Knob<Time> RETIMER_LATENCY =
      Knob.of("hosts.pcie.retimerLatency", TIME, "10ns", "latency of each PCIe retimer, one way")
          .within("0ns", "1us")
          .from("typical value of data sheets; the specification allows 64 ns at 8 GT/s");
  public static final Knob<Boolean> RETIMER_LCRC =
      Knob.of(
              "hosts.pcie.retimerLcrc",
              SWITCH,
              "false",
              "disputed: each PCIe retimer adds 12 ns for LCRC checks, which an article "
                  + "claims to have disabled. No retimer checks the LCRC: it works below the layer "
                  + "that has the LCRC")
          .from(
              "PCI Express Base Specification: the LCRC belongs to the data link layer, "
                  + "retimers to the physical layer");
  public static final Knob<Time> SOCKET_LATENCY =
      Knob.of(
              "hosts.pcie.socketLatency",
              TIME,
              "106ns",
              "additional latency of a read across the link between sockets "
                  + "(hosts.memory.socket far; a GPU with gpuPath sys); a write adds half of it")
          .within("0ns", "10us")
          .from(
              "pcie-bench/data: 64 B read from the other socket, median 653 instead of 546 "
                  + "ns on a Xeon E5-2630 v4, 666 instead of 560 on an E5-2620 v2. The article has "
                  + "200 to 500 ns; this is the middle of that range");
  public static final Knob<Rate> SOCKET_RATE =
      Knob.derived(
              "hosts.pcie.socketRate",
              RATE,
              "no limit",
              "rate at which the link between sockets (UPI, Infinity Fabric) carries NIC "
                  + "traffic, in each direction")
          .within("1Mbps", PEER_LIMIT)
          .from(
              "hosts.cpu.model sets the rate measured between GPUs, or else the rate in NCCL "
                  + "(topo.h: SKL_QPI_BW 10, SRP_QPI_BW 22, ERP_QPI_BW 40, AMD_BW 16, ARM_BW 6 "
                  + "GB/s), which NCCL uses to compare paths; no measurement with NICs is known. "
                  + EACH);
  public static final Knob<Rate> PEER_RATE =
      Knob.of(
              "hosts.pcie.peerRate",
              RATE,
              "141Gbps",
              "rate at which a root complex forwards a NIC's writes to a GPU, if "
                  + "hosts.memory.gpuPath crosses it; applies to reads too unless those have their "
                  + "own rate")
          .within("1Mbps", PEER_LIMIT)
          .from(
              "Stellar, SIGCOMM 2025: 141 of 393 Gb/s, on servers whose processor it does "
                  + "not name; known values of others are 49 to 453. hosts.cpu.model sets that of "
                  + "its family; "
                  + PEER_LIMIT
                  + ": only the limit of the link. "
                  + EACH);
  public static final Knob<Rate> PEER_READ_RATE =
      Knob.of(
              "hosts.pcie.peerReadRate",
              RATE,
              "141Gbps",
              "rate at which a root complex forwards a NIC's reads from a GPU, whose "
                  + "completions return through it; that of hosts.pcie.peerRate if only that is set")
          .within("1Mbps", PEER_LIMIT)
          .from("as for hosts.pcie.peerRate. " + EACH);
  public static final Knob<Long> PEER_PAYLOAD =
      Knob.derived(
              "hosts.pcie.peerPayload",
              WHOLE,
              "hosts.pcie.maxPayload",
              "maximum payload of a TLP in bytes that a root complex forwards between "
                  + "devices, a power of two")
          .within("64", "4096")
          .from("NCCL, topo.h: Intel's processors split GPU-to-GPU traffic into TLPs of 64 B");
  public static final Knob<Time> STALL_AT =
      Knob.derived(
              "hosts.pcie.stallAt",
              TIME,
              "never",
              "time at which the NIC stops receiving credits from its root complex; it then "
                  + "can neither read nor write")
          .within("0ns", "1000s");
  public static final Knob<Time> STALL_FOR =
      Knob.of("hosts.pcie.stallFor", TIME, "15us", "duration of that stall")
          .within("0ns", "1000s")
          .from("a stall of 15 us, 1.5 MB at 800 Gb/s");
  public static final Knob<MemoryPlace> MEMORY =
      Knob.of(
              "hosts.memory.place",
              choice(MemoryPlace.class),
              "host",
              "location of the payload: in host memory; in GPU memory that the NIC accesses "
                  + "directly (GPUDirect); or in GPU memory with a copy through host memory")
          .from("ib_write_bw without --use_cuda")
          .real("NCCL_NET_GDR_LEVEL; nvidia_peermem");
  public static final Knob<DeviceDistance> GPU_PATH =
      Knob.of(
              "hosts.memory.gpuPath",
              choice(DeviceDistance.class),
              "pix",
              "path between NIC and GPU, as nvidia-smi names it: one PCIe switch, several, "
                  + "or through root complexes")
          .from(
              "DGX and HGX servers: one switch for each pair. Machines: the nearest GPU, as "
                  + "in Layout")
          .real("nvidia-smi topo -m");
  public static final Knob<CpuSocketPlace> SOCKET =
      Knob.of(
              "hosts.memory.socket",
              choice(CpuSocketPlace.class),
              "near",
              "socket of the program, its queues and its data in host memory: that of the "
                  + "NIC, or another")
          .from("NCCL and MPI pin their threads near the NIC")
          .real("numactl; /sys/class/infiniband/*/device/numa_node; lstopo");
  public static final Knob<Size> PAGE =
      Knob.of(
              "hosts.memory.page",
              SIZE,
              "2MiB",
              "page size of registered memory, a power of two; one translation covers one page")
          .within("4KiB", "1GiB")
          .from(
              "transparent huge pages; memory without them has 4 KiB, GPUs 64 KiB. NVIDIA DOCA 3.1,"
                  + " Optimized Memory Access: ODP does not support contiguous pages")
          .real("/proc/sys/vm/nr_hugepages");
  public static final Knob<Size> BUFFER =
      Knob.derived(
              "hosts.memory.buffer",
              SIZE,
              "transport.messageSize",
              "size of the registered memory that each queue pair cycles through")
          .within("1B", "16GiB")
          .real("perftest --size");
  public static final Knob<Time> COPY_LATENCY =
      Knob.of(
              "hosts.memory.copyLatency",
              TIME,
              "6.5us",
              "fixed time of a copy between a GPU and host memory, in addition to its bytes")
          .within("0ns", "10ms")
          .from("GDRCopy's README: cudaMemcpy takes 6 to 7 us");
}
