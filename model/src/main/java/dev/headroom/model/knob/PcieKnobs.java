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
              "whether what happens inside a host (posting, doorbells, PCIe, caches of the NIC) takes no"
                  + " time, or the time that hosts.pcie, hosts.nic and hosts.memory say")
          .from("ideal hosts show the fabric alone");
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
              "what kind of server the hosts of a group make up: where GPUs, NICs and PCIe switches are;"
                  + " a plain server has two sockets and no GPU. Brings the preset of its name")
          .from(
              "NVIDIA's system architectures; nvidia-smi topo -m, of AMD's GPUs lspci, of such machines");
  public static final Knob<Long> GENERATION =
      Knob.of("hosts.pcie.generation", WHOLE, "5", "generation of the NIC's PCIe link")
          .within("1", "6")
          .from(
              "ConnectX-7 cards; of others their user manuals, of machines their system"
                  + " architectures. A link trains to what NIC and machine both can")
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
              "MPS in bytes, a power of two: the least of all devices on the way")
          .within("128", "4096")
          .from("what servers mostly set; the cards would take 512")
          .real("lspci -vvv: DevCtl MaxPayload");
  public static final Knob<Long> MAX_READ_REQUEST =
      Knob.of("hosts.pcie.maxReadRequest", WHOLE, "512", "MRRS in bytes, a power of two")
          .within("128", "4096")
          .from("the default of most firmware; NVIDIA advises 4096")
          .real("lspci -vvv: DevCtl MaxReadReq; setpci CAP_EXP+8.w");
  public static final Knob<Long> READ_TAGS =
      Knob.of(
              "hosts.pcie.readTags",
              WHOLE,
              "256",
              "reads of payload that a NIC may have under way, of maxReadRequest bytes each")
          .within("1", "1024")
          .from("PCI Express Base Specification, section 2.2.6.2: tags of 8 bits, 10 with Gen4")
          .real("lspci -vvv: DevCtl ExtTag");
  public static final Knob<Size> WRITE_CREDITS =
      Knob.derived(
              "hosts.pcie.writeCredits",
              SIZE,
              "what the link sends while a write is under way",
              "bytes of writes that may be under way: posted credits of the other end")
          .within("64B", "16MiB")
          .from("PCI Express Base Specification, section 2.6.1");
  public static final Knob<Boolean> RELAXED_ORDERING =
      Knob.of(
              "hosts.pcie.relaxedOrdering",
              SWITCH,
              "true",
              "whether writes of a NIC may overtake each other on their way to memory; else the root"
                  + " complex finishes them in order, hosts.pcie.orderedWrites of them at a time")
          .from("NCCL (NCCL_IB_PCI_RELAXED_ORDERING 2) and perftest (PCIe relax order: ON)")
          .real(
              "lspci -vvv: DevCtl RlxdOrd; NCCL_IB_PCI_RELAXED_ORDERING, UCX_IB_PCI_RELAXED_ORDERING;"
                  + " ib_write_bw --disable_pcie_relaxed");
  public static final Knob<Size> ORDERED_WRITES =
      Knob.of(
              "hosts.pcie.orderedWrites",
              SIZE,
              "5250B",
              "bytes of writes in strict order that a root complex has under way")
          .within("64B", "16MiB")
          .from(
              "openucx/ucx#8062: an EPYC takes 150 of 200 Gb/s, a write taking 280 ns; Emerald Rapids"
                  + " 4480B (openucx/ucx#10955: 16 of 40 GB/s)");
  public static final Knob<Time> READ_LATENCY =
      Knob.of(
              "hosts.pcie.readLatency",
              TIME,
              "560ns",
              "from a NIC's read of memory to its data, switches and retimers apart; a write takes half"
                  + " of it")
          .within("0ns", "1ms")
          .from(
              "pcie-bench, SIGCOMM 2018: 64 B from host memory, median 547 ns on a Xeon E5 v3; cxl: what"
                  + " passes the caches of a core, and what a memory controller and DRAM take, 120 ns in"
                  + " all, so that a load takes what Pond, ASPLOS 2023, and Melody, ASPLOS 2025, have");
  public static final Knob<Long> SWITCHES =
      Knob.derived(
              "hosts.pcie.switches",
              WHOLE,
              "as hosts.machine has it",
              "PCIe switches between NIC and root complex")
          .within("0", "8")
          .real("lspci -tv");
  public static final Knob<Time> SWITCH_LATENCY =
      Knob.of("hosts.pcie.switchLatency", TIME, "110ns", "of each PCIe switch, one way")
          .within("0ns", "10us")
          .from("Broadcom PEX 88000 and 89000: 100 to 115 ns");
  public static final Knob<Long> RETIMERS =
      Knob.of("hosts.pcie.retimers", WHOLE, "0", "PCIe retimers between NIC and root complex")
          .within("0", "8")
          .from("short ways need none")
          .real("lspci -vvv: LnkSta2 Retimer+");
  public static final Knob<Time> RETIMER_LATENCY =
      Knob.of("hosts.pcie.retimerLatency", TIME, "10ns", "of each PCIe retimer, one way")
          .within("0ns", "1us")
          .from("the order of data sheets; the specification allows 64 ns at 8 GT/s");
  public static final Knob<Boolean> RETIMER_LCRC =
      Knob.of(
              "hosts.pcie.retimerLcrc",
              SWITCH,
              "false",
              "disputed: each PCIe retimer takes 12 ns more, for checks of the LCRC that an article would"
                  + " have switched off. No retimer makes any: it works below the layer that has the LCRC")
          .from(
              "PCI Express Base Specification: LCRC is the data link layer's, retimers are physical");
  public static final Knob<Time> SOCKET_LATENCY =
      Knob.of(
              "hosts.pcie.socketLatency",
              TIME,
              "106ns",
              "by which a read takes longer where it crosses the link between the sockets"
                  + " (hosts.memory.socket far; a GPU with gpuPath sys); a write takes half of it")
          .within("0ns", "10us")
          .from(
              "pcie-bench/data: 64 B read from the other socket, median 653 instead of 546 ns on a Xeon"
                  + " E5-2630 v4, 666 instead of 560 on an E5-2620 v2. The article has 200 to 500 ns,"
                  + " of which this is the middle");
  public static final Knob<Rate> SOCKET_RATE =
      Knob.derived(
              "hosts.pcie.socketRate",
              RATE,
              "no limit",
              "what the link between the sockets (UPI, Infinity Fabric) carries of what a NIC moves"
                  + " over it, each way")
          .within("1Mbps", PEER_LIMIT)
          .from(
              "hosts.cpu.model brings what was measured between GPUs, else what NCCL counts (topo.h:"
                  + " SKL_QPI_BW 10, SRP_QPI_BW 22, ERP_QPI_BW 40, AMD_BW 16, ARM_BW 6 GB/s), by which it"
                  + " compares paths; nobody has measured NICs against them. "
                  + EACH);
  public static final Knob<Rate> PEER_RATE =
      Knob.of(
              "hosts.pcie.peerRate",
              RATE,
              "141Gbps",
              "what a root complex passes on of a NIC's writes to a GPU, where hosts.memory.gpuPath"
                  + " goes over it; said alone, of its reads too")
          .within("1Mbps", PEER_LIMIT)
          .from(
              "Stellar, SIGCOMM 2025: 141 of 393 Gb/s, on servers whose processor it does not name, of"
                  + " which others are known to pass on 49 to 453. hosts.cpu.model brings its family's; "
                  + PEER_LIMIT
                  + ": no limit but the link's. "
                  + EACH);
  public static final Knob<Rate> PEER_READ_RATE =
      Knob.of(
              "hosts.pcie.peerReadRate",
              RATE,
              "141Gbps",
              "the same of its reads, whose completions come back through the root complex; as"
                  + " hosts.pcie.peerRate where that alone is said")
          .within("1Mbps", PEER_LIMIT)
          .from("as of hosts.pcie.peerRate. " + EACH);
  public static final Knob<Long> PEER_PAYLOAD =
      Knob.derived(
              "hosts.pcie.peerPayload",
              WHOLE,
              "hosts.pcie.maxPayload",
              "most data in a TLP, in bytes, that a root complex passes on from device to device, a"
                  + " power of two")
          .within("64", "4096")
          .from("NCCL, topo.h: Intel's processors cut what GPUs send each other into TLPs of 64 B");
  public static final Knob<Time> STALL_AT =
      Knob.derived(
              "hosts.pcie.stallAt",
              TIME,
              "never",
              "when the NIC gets no more credits from its root complex: it can neither read nor write")
          .within("0ns", "1000s");
  public static final Knob<Time> STALL_FOR =
      Knob.of("hosts.pcie.stallFor", TIME, "15us", "for how long")
          .within("0ns", "1000s")
          .from("a stall of 15 us, 1.5 MB at 800 Gb/s");
  public static final Knob<MemoryPlace> MEMORY =
      Knob.of(
              "hosts.memory.place",
              choice(MemoryPlace.class),
              "host",
              "where payload lies: in host memory, in a GPU's that the NIC reads and writes itself"
                  + " (GPUDirect), or in a GPU's and copied through host memory")
          .from("ib_write_bw without --use_cuda")
          .real("NCCL_NET_GDR_LEVEL; nvidia_peermem");
  public static final Knob<DeviceDistance> GPU_PATH =
      Knob.of(
              "hosts.memory.gpuPath",
              choice(DeviceDistance.class),
              "pix",
              "the way between NIC and GPU, as nvidia-smi names it: one PCIe switch, several, or over root"
                  + " complexes")
          .from(
              "DGX and HGX servers: a switch for each pair. Machines: the nearest GPU, as Layout has it")
          .real("nvidia-smi topo -m");
  public static final Knob<CpuSocketPlace> SOCKET =
      Knob.of(
              "hosts.memory.socket",
              choice(CpuSocketPlace.class),
              "near",
              "whether the program, its queues and what of its data lies in host memory are on the NIC's"
                  + " socket or on another")
          .from("NCCL and MPI pin their threads near the NIC")
          .real("numactl; /sys/class/infiniband/*/device/numa_node; lstopo");
  public static final Knob<Size> PAGE =
      Knob.of(
              "hosts.memory.page",
              SIZE,
              "2MiB",
              "page size of registered memory, a power of two: what one translation covers")
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
              "registered memory that each queue pair goes through again and again")
          .within("1B", "16GiB")
          .real("perftest --size");
  public static final Knob<Time> COPY_LATENCY =
      Knob.of(
              "hosts.memory.copyLatency",
              TIME,
              "6.5us",
              "what a copy between a GPU and host memory takes beside its bytes")
          .within("0ns", "10ms")
          .from("GDRCopy's README: cudaMemcpy takes 6 to 7 us");
}
