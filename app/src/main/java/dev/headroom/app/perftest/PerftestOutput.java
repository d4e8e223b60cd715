package dev.headroom.app.perftest;

import dev.headroom.app.screen.PerfScreen;
import dev.headroom.app.show.PciFunctions;
import dev.headroom.app.show.PerftestText;
import dev.headroom.model.server.Nic;
import dev.headroom.model.server.Server;
import dev.headroom.sim.host.UdpPort;
import dev.headroom.wire.connect.RoceGid;
import dev.headroom.wire.perftest.PerfTest;
import dev.headroom.wire.perftest.PerfTest.Verb;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Output of a test on the client: perftest 25.07, {@code ctx_print_test_info}, {@code
 * ctx_print_pingpong_data} and {@code cuda_memory.c}. Keys and addresses of memory are made up.
 */
public final class PerftestOutput {
  /** Memory that GPU buffers are taken from. */
  private static final long GPU_MEMORY = 0x7f5a80000000L;

  private static final long HOST_MEMORY = 0x7f2b3c000000L;
  private static final int PAGE = 4096;

  /** The longest, which are left out of all but the maximum. */
  private static final int TAIL = 2;

  private static final int PROCESS = 4711;

  private final PerftestPair pair;
  private final PerftestArguments call;
  private final int mtu;

  /**
   * @param mtu path MTU in bytes
   */
  public PerftestOutput(PerftestPair pair, PerftestArguments call, int mtu) {
    this.pair = pair;
    this.call = call;
    this.mtu = mtu;
  }

  /** What comes before the results. */
  public String head() {
    PerfTest test = call.test();
    boolean reads = test.verb() == Verb.READ;
    StringBuilder text = new StringBuilder();
    pair.gpu().ifPresent(gpu -> text.append(call.rocm() ? rocm(gpu) : cuda(gpu)));
    if (call.postList() > 1 && call.sharesByList()) {
      text.append(PerftestText.RULER)
          .append("Post List requested - CQ moderation will be the size of the post list\n");
    }
    text.append(PerftestText.RULER).append(" ".repeat(20)).append(test.verb().words());
    text.append(call.bothWays() ? " Bidirectional" : "");
    text.append(call.postList() > 1 ? " Post List" : "");
    text.append(test.latency() ? " Latency Test\n" : " BW Test\n");
    String device = pair.client().device();
    if (call.events()) {
      text.append(" Test with events. Using ").append(device).append("_comp0\n");
    }
    text.append(PerftestText.pair("Dual-port", "OFF", "Device", device));
    text.append(PerftestText.pair("Number of qps", "" + call.queuePairs(), "Transport type", "IB"));
    text.append(PerftestText.pair("Connection type", "RC", "Using SRQ", "OFF"));
    String relaxed = call.relaxed() ? "ON" : "OFF";
    text.append(PerftestText.pair("PCIe relax order", relaxed, "Lock-free", "OFF"));
    text.append(PerftestText.pair("ibv_wr* API", "ON", "Using DDP", "OFF"));
    text.append(PerftestText.settingLine("TX depth", "" + call.depth()));
    if (call.postList() > 1) {
      text.append(PerftestText.settingLine("Post List", "" + call.postList()));
    }
    if (call.showsReceiveDepth()) {
      text.append(PerftestText.settingLine("RX depth", "" + call.receiveDepth()));
    }
    if (!test.latency()) {
      text.append(PerftestText.settingLine("CQ Moderation", "" + call.moderation()));
      text.append(PerftestText.settingLine("CQE Poll Batch", "16"));
    }
    text.append(PerftestText.settingLine("Mtu", mtu + "[B]"));
    boolean infiniband = pair.client().infiniband();
    text.append(PerftestText.settingLine("Link type", infiniband ? "IB" : "Ethernet"));
    if (!infiniband) {
      text.append(PerftestText.settingLine("GID index", "" + call.gidIndex()));
    }
    text.append(
        reads
            ? PerftestText.settingLine("Outstand reads", "" + call.reads())
            : PerftestText.settingLine("Max inline data", call.inline() + "[B]"));
    text.append(" rdma_cm QPs\t : ").append(call.manager() ? "ON\n" : "OFF\n");
    if (call.rocm()) {
      text.append(PerftestText.settingLine("Use ROCm memory", "ON"));
    }
    text.append(" Data ex. method : ").append(call.manager() ? "rdma_cm" : "Ethernet");
    call.tos().ifPresent(tos -> text.append(" \tTOS    : ").append(tos));
    text.append('\n');
    text.append(PerftestText.RULER);
    for (int i = 0; i < call.queuePairs(); i++) {
      text.append(address("local", pair.client(), pair.peer(), i));
    }
    for (int i = 0; i < call.queuePairs(); i++) {
      text.append(address("remote", pair.peer(), pair.client(), i));
    }
    text.append(PerftestText.RULER);
    return text.append(columns()).toString();
  }

  private String columns() {
    boolean mean = call.test().latency() && call.counted().isPresent();
    return mean
        ? PerftestText.columnsOfMean()
        : PerftestText.columns(call.test().latency(), call.gigabits() ? "Gb/sec" : "MiB/sec");
  }

  private String address(String side, Nic nic, Nic other, int index) {
    int number = UdpPort.queuePairNumber(nic.place(), other.place(), index);
    StringBuilder line =
        new StringBuilder(PerftestText.address(side, nic.lid(), number, startingPsn(number)));
    if (!call.manager()) {
      Verb verb = call.test().verb();
      if (verb == Verb.READ) {
        line.append(String.format(Locale.ROOT, " OUT 0x%02x", call.reads()));
      }
      if (verb == Verb.READ || verb == Verb.WRITE) {
        line.append(
            String.format(
                Locale.ROOT,
                " RKey 0x%06x VAddr 0x%014x",
                0x180000 + 0x101 * index,
                memory(index)));
      }
    }
    line.append('\n');
    return nic.infiniband() ? line.toString() : line + PerftestText.gid(gid(nic));
  }

  /** Any number will do; the simulation begins where transport.initialPsn says. */
  private static int startingPsn(int queuePair) {
    return (int) ((queuePair * 0x9e3779b1L) >>> 8) & 0xffffff;
  }

  private long memory(int index) {
    long base = pair.gpu().isPresent() ? GPU_MEMORY : HOST_MEMORY;
    return base + (long) index * PAGE;
  }

  private static byte[] gid(Nic nic) {
    try {
      return RoceGid.of(InetAddress.getByName(nic.ipv4()));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(nic.ipv4() + " is not an address", e);
    }
  }

  private String cuda(int gpu) {
    Server server = pair.server();
    StringBuilder text = new StringBuilder();
    text.append(
        "Perftest doesn't supports CUDA tests with inline messages: inline size set to 0\n");
    call.gpuBus()
        .ifPresent(bus ->
            text.append("initializing CUDA\nFinding PCIe BUS ")
                .append(bus)
                .append("\nPicking GPU number ")
                .append(gpu)
                .append('\n'));
    text.append("initializing CUDA\nListing all CUDA devices in system:\n");
    for (int i = 0; i < server.layout().gpus().size(); i++) {
      text.append("CUDA device ")
          .append(i)
          .append(": PCIe address is ")
          .append(PciFunctions.busOfGpu(server, i))
          .append('\n');
    }
    long size = bufferBytes();
    String address = HexFormat.of().toHexDigits(GPU_MEMORY);
    text.append("\nPicking device No. ").append(gpu).append('\n');
    text.append(
        "[pid = %d, dev = %d] device name = [%s]\n".formatted(PROCESS, gpu, server.layout().gpu()));
    text.append("creating CUDA Ctx\nmaking it the current CUDA Ctx\n");
    text.append("CUDA device integrated: 0\n");
    text.append("cuMemAlloc() of a %d bytes GPU buffer\n".formatted(size));
    text.append("allocated GPU buffer address at %s pointer=0x%x\n".formatted(address, GPU_MEMORY));
    if (call.dmabuf()) {
      text.append(
          "using DMA-BUF for GPU buffer address at 0x%x aligned at 0x%x with aligned size %d\n"
              .formatted(GPU_MEMORY, GPU_MEMORY, size));
      text.append(
          "Calling ibv_reg_dmabuf_mr(offset=0, size=%d, addr=0x%x, fd=58) for QP #0\n"
              .formatted(size, GPU_MEMORY));
    }
    return text.toString();
  }

  private String rocm(int gpu) {
    Server server = pair.server();
    int bus = Integer.parseInt(PciFunctions.busOfGpu(server, gpu).split(":", 2)[0], 16);
    String device =
        "Using ROCm Device with ID: %d, Name: %s, PCI Bus ID: 0x%x, GCN Arch: %s\n"
            .formatted(gpu, server.layout().gpu(), bus, "gfx942:sramecc+:xnack-");
    String memory =
        "allocated %d bytes of GPU buffer at 0x%x\n".formatted(bufferBytes(), GPU_MEMORY);
    return call.dmabuf()
        ? device
            + "using DMA-BUF for GPU buffer address at 0x%x aligned at 0x%x with aligned size %d\n"
                .formatted(GPU_MEMORY, GPU_MEMORY, bufferBytes())
            + memory
        : device + memory;
  }

  /** Two buffers of the largest message for each queue pair, by pages. */
  private long bufferBytes() {
    long most = call.sizes().max().orElse(1);
    return 2L * Math.ceilDiv(most, PAGE) * PAGE * call.queuePairs();
  }

  /** A result. */
  public String row(PerftestRun.Outcome outcome) {
    return outcome
        .report()
        .map(report -> each(outcome) + PerfScreen.row(report, call.gigabits(), true))
        .orElse("");
  }

  /** Every latency by itself, as measured and by size; the two longest are not in the latter. */
  private String each(PerftestRun.Outcome outcome) {
    PerftestReporting reporting = call.reporting();
    if (!reporting.unsorted() && !reporting.histogram()) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    List<Double> all = outcome.eachUs();
    if (reporting.unsorted()) {
      text.append(PerftestText.each(all));
    }
    if (reporting.histogram()) {
      text.append(PerftestText.each(all.stream().sorted().limit(all.size() - TAIL).toList()));
    }
    return text.append(PerftestText.RULER).append(columns()).toString();
  }

  /** What it prints when a queue pair has gone to error: its last words. */
  public String failed(PerftestRun.Outcome outcome) {
    boolean receiver = outcome.failure().startsWith("RNR");
    return """
     Completion with error at client
     Failed status %d: wr_id 0 syndrom 0x%x
    scnt=%d, ccnt=%d
    """
        .formatted(
            receiver ? 13 : 12,
            receiver ? 0x87 : 0x81,
            Math.min(outcome.completed() + call.depth(), (long) call.messages()),
            outcome.completed());
  }

  /** What comes after the results. */
  public String end() {
    String freed =
        call.rocm()
            ? "deallocating GPU buffer 0x%x\n".formatted(GPU_MEMORY)
            : "deallocating GPU buffer %s\ndestroying current CUDA Ctx\n"
                .formatted(HexFormat.of().toHexDigits(GPU_MEMORY));
    return pair.gpu().isPresent() ? PerftestText.RULER + freed : PerftestText.RULER;
  }
}
