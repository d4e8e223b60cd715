package dev.headroom.app.show;

import dev.headroom.model.collective.ChannelGraphs;
import dev.headroom.model.collective.NcclRelease;
import dev.headroom.model.collective.PathClass;
import dev.headroom.model.machine.DeviceDistance;
import dev.headroom.model.machine.PcieSlot;
import dev.headroom.model.schedule.ChannelWiring;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.server.Nic;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Log of NCCL while it creates a communicator, with {@code NCCL_DEBUG=INFO} and {@code
 * NCCL_DEBUG_SUBSYS=INIT,BOOTSTRAP,ENV,GRAPH,NET}. It has the lines that the model has facts for,
 * worded as in the sources of the release that it runs, 2.30.7 or 2.9.9 ({@code init.cc}, {@code
 * bootstrap.cc}, {@code net_ib}, {@code graph/paths.cc}, {@code graph/rings.cc}, {@code
 * transport/net.cc}, {@code p2p.cc}, {@code shm.cc}). Addresses, process numbers and identifiers
 * are made up, and so is the CUDA that it was built with: one that NVIDIA offers the release for.
 */
public final class NcclLog {
  /** How it is asked for. */
  public static final String CALL = "NCCL_DEBUG=INFO";

  /** NCCL's own number of the longest way that it lets GPUDirect take unless told otherwise. */
  private static final int USUAL_LEVEL = 5;

  /** NCCL writes a list of ranks into so many characters, and cuts it. */
  private static final int LIST_LENGTH = 127;

  /** As many ranks 2.9.9 lists at most, in columns of four. */
  private static final int EARLIER_LIST = 20;

  private static final int FIRST_PROCESS = 4000;
  private static final long COMMUNICATORS = 0x55d0c8a00000L;

  private final NcclJob job;
  private final ClusterLayout layout;
  private final ChannelWiring wiring;

  /** Whether the release is 2.9.9. */
  private final boolean earlier;

  private final StringBuilder out = new StringBuilder();

  private NcclLog(NcclJob job) {
    this.job = job;
    layout = job.layout();
    wiring = job.wiring();
    earlier = layout.cluster().release() == NcclRelease.V2_9_9;
  }

  /** Of all ranks of a machine, one after another. */
  public static String of(NcclJob job) {
    NcclLog log = new NcclLog(job);
    for (int gpu = 0; gpu < log.layout.gpus(); gpu++) {
      log.rank(gpu);
    }
    return log.out.toString();
  }

  private void say(int gpu, String words) {
    int process = FIRST_PROCESS + job.firstRank() + gpu;
    out.append(
        String.format(
            Locale.ROOT,
            "%s:%d:%d [%d] NCCL INFO %s\n",
            job.server().name(),
            process,
            process + 1000,
            gpu,
            words));
  }

  private void rank(int gpu) {
    int rank = job.firstRank() + gpu;
    say(gpu, (earlier ? "Bootstrap : Using " : "Bootstrap: Using ") + outOfBand());
    version(gpu);
    job.environment().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(set -> say(gpu, set.getKey() + " set by environment to " + set.getValue()));
    network(gpu);
    say(gpu, "Using network " + job.network().words());
    if (earlier) {
      reached(gpu);
      graphs(gpu, rank);
      rings(gpu, rank);
      trees(gpu, rank);
      say(gpu, communicator(gpu) + "Init COMPLETE");
      return;
    }
    say(gpu, "[Rank %d] ".formatted(rank) + communicator(gpu) + "Init START");
    reached(gpu);
    say(
        gpu,
        "comm 0x%x rank %d nRanks %d nNodes %d localRanks %d localRank %d MNNVL 0"
            .formatted(
                COMMUNICATORS + rank, rank, layout.ranks(), layout.machines(), layout.gpus(), gpu));
    graphs(gpu, rank);
    rings(gpu, rank);
    say(gpu, communicator(gpu) + "Init COMPLETE");
    trees(gpu, rank);
  }

  /** 2.9.9 has its first rank print it, with nothing before it. */
  private void version(int gpu) {
    if (!earlier) {
      say(gpu, "NCCL version 2.30.7+cuda12.9");
      say(gpu, "NCCL git version HEAD 73cf112");
    } else if (job.firstRank() + gpu == 0) {
      out.append("NCCL version 2.9.9+cuda11.3\n");
    }
  }

  private String outOfBand() {
    Nic first = job.server().nics().getFirst();
    return first.netdev() + ":" + first.ipv4() + "<0>";
  }

  private String communicator(int gpu) {
    int rank = job.firstRank() + gpu;
    if (earlier) {
      return "comm 0x%x rank %d nranks %d cudaDev %d busId %x - "
          .formatted(COMMUNICATORS + rank, rank, layout.ranks(), gpu, bus(gpu));
    }
    return "ncclCommInitRankConfig comm 0x%x rank %d nranks %d cudaDev %d nvmlDev %d busId %x commId 0x%x - "
        .formatted(
            COMMUNICATORS + rank, rank, layout.ranks(), gpu, gpu, bus(gpu), 0x1602a4ce7eeea283L);
  }

  private long bus(int gpu) {
    String[] at = PciFunctions.busOfGpu(job.server(), gpu).split(":", 2);
    return Long.parseLong(at[0], 16) << 12 | Long.parseLong(at[1], 16) << 4;
  }

  // --- what there is ----------------------------------------------------------------------------

  private void network(int gpu) {
    List<Nic> nics = job.server().nics();
    if (job.network() == NcclJob.Network.SOCKET) {
      say(
          gpu,
          "NET/Socket : Using "
              + nics.stream()
                  .map(nic -> "[%d]%s:%s<0>".formatted(nic.number(), nic.netdev(), nic.ipv4()))
                  .collect(Collectors.joining(" ")));
      return;
    }
    for (Nic nic : earlier ? List.<Nic>of() : nics) {
      say(
          gpu,
          "NET/IB : Made virtual device [%d] name=%s speed=%d ndevs=1 rail=-1 plane=-1"
              .formatted(nic.number(), nic.device(), nic.rate().bps() / 1_000_000));
    }
    say(
        gpu,
        "NET/IB : Using %s %s; OOB %s"
            .formatted(
                nics.stream()
                    .map(nic ->
                        "[%d]%s:1/%s"
                            .formatted(
                                nic.number(), nic.device(), nic.infiniband() ? "IB" : "RoCE"))
                    .collect(Collectors.joining(" ")),
                earlier ? "" : "[RO]",
                outOfBand()));
  }

  /** Which NICs reach GPUs; which of them only 2.9.9 says, and of NICs only that they do not. */
  private void reached(int gpu) {
    boolean socket = job.network() == NcclJob.Network.SOCKET;
    boolean says = !earlier || (!job.gpuDirect() && !socket);
    for (Nic nic : says ? job.server().nics() : List.<Nic>of()) {
      say(
          gpu,
          "NET/%s : GPU Direct RDMA %s for HCA %d '%s'%s"
              .formatted(
                  job.network().words(),
                  job.gpuDirect() ? "Enabled" : "Disabled",
                  nic.number(),
                  socket ? nic.netdev() : nic.device(),
                  earlier ? " (no module)" : ""));
    }
    if (!job.gpuDirect() || !earlier) {
      return;
    }
    for (Nic nic : job.server().nics()) {
      for (int other = 0; other < layout.gpus(); other++) {
        int way = number(job.gpuDirectDistance(other, nic.number()));
        boolean near = way <= level();
        say(
            gpu,
            "GPU Direct RDMA %s for GPU %x / HCA %d (distance %d %s %d)%s"
                .formatted(
                    near ? "Enabled" : "Disabled",
                    bus(other),
                    nic.number(),
                    earlier(way),
                    near ? "<=" : ">",
                    earlier(level()),
                    near ? ", read 0" : ""));
      }
    }
  }

  /** How far GPUDirect may reach: {@code NCCL_NET_GDR_LEVEL}. */
  private int level() {
    return Optional.ofNullable(job.environment().get("NCCL_NET_GDR_LEVEL"))
        .map(level -> number(PathClass.valueOf(level)))
        .orElse(USUAL_LEVEL);
  }

  /** NCCL's number of a path; it has no word for NODE. */
  private static int number(DeviceDistance distance) {
    return number(
        switch (distance) {
          case PIX -> PathClass.PIX;
          case PXB -> PathClass.PXB;
          case PHB, NODE -> PathClass.PHB;
          case SYS -> PathClass.SYS;
        });
  }

  /** That of {@code graph/topo.h} in 2.28 and later. */
  private static int number(PathClass level) {
    return switch (level) {
      case LOC -> 0;
      case NVL -> 1;
      case NVB -> 2;
      case C2C -> 3;
      case PIX -> 4;
      case PXB -> 5;
      case P2C -> 6;
      case PXN -> 7;
      case PHB -> 8;
      case SYS -> 9;
    };
  }

  /** What 2.9.9 has for a number of now: no way over C2C, P2C or PXN was known to it. */
  private static int earlier(int number) {
    return number < number(DeviceDistance.PHB) ? number - 1 : number - 3;
  }

  // --- rings and trees --------------------------------------------------------------------------

  private void graphs(int gpu, int rank) {
    int channels = wiring.channels();
    for (int channel = 0; rank == 0 && channel < channels; channel++) {
      say(gpu, list("Channel %02d/%02d :".formatted(channel, channels), wiring.ring(channel)));
    }
    StringBuilder trees = new StringBuilder("Trees");
    for (int channel = 0; channel < channels; channel++) {
      if (!earlier) {
        say(
            gpu,
            "Ring %02d : %d -> %d -> %d"
                .formatted(
                    channel, wiring.previous(channel, rank), rank, wiring.next(channel, rank)));
      }
      List<Integer> below = wiring.children(channel, rank);
      trees.append(
          " [%d] %s->%d->%d"
              .formatted(
                  channel,
                  IntStream.range(0, 3)
                      .mapToObj(i -> i < below.size() ? below.get(i).toString() : "-1")
                      .collect(Collectors.joining("/")),
                  rank,
                  wiring.parent(channel, rank).orElse(-1)));
    }
    say(gpu, trees.toString());
  }

  /** Ranks in columns of equal width; 2.9.9 has room for some, others cut what is too long. */
  private String list(String prefix, List<Integer> ranks) {
    String form = " %" + (earlier ? 3 : String.valueOf(ranks.size() - 1).length()) + "d";
    String text =
        ranks.stream()
            .limit(earlier ? EARLIER_LIST : ranks.size())
            .map(form::formatted)
            .collect(Collectors.joining("", earlier ? prefix + " " : prefix, ""));
    return earlier || text.length() <= LIST_LENGTH
        ? text
        : text.substring(0, LIST_LENGTH - 3) + "...";
  }

  private void rings(int gpu, int rank) {
    boolean detour = false;
    boolean direct = true;
    for (int channel = 0; channel < wiring.channels(); channel++) {
      int previous = wiring.previous(channel, rank);
      int next = wiring.next(channel, rank);
      receive(gpu, channel, previous, rank);
      send(gpu, channel, rank, next);
      if (layout.isOtherMachine(rank, next)) {
        detour |= proxy(rank, next).isPresent();
        direct &= isDirect(rank, next);
      }
    }
    say(
        gpu,
        "Connected all rings"
            + (earlier
                ? ""
                : ", use ring PXN %d GDR %d".formatted(detour ? 1 : 0, direct ? 1 : 0)));
  }

  private void trees(int gpu, int rank) {
    for (int channel = 0; channel < wiring.channels(); channel++) {
      for (int child : wiring.children(channel, rank)) {
        receive(gpu, channel, child, rank);
      }
      Optional<Integer> parent = wiring.parent(channel, rank);
      if (parent.isPresent()) {
        receive(gpu, channel, parent.get(), rank);
        send(gpu, channel, rank, parent.get());
      }
      for (int child : wiring.children(channel, rank)) {
        send(gpu, channel, rank, child);
      }
    }
    say(gpu, "Connected all trees");
  }

  // --- lines ------------------------------------------------------------------------------------

  private void send(int gpu, int channel, int from, int to) {
    if (!layout.isOtherMachine(from, to)) {
      boolean nvlink =
          job.server().layout().nvlinks() > 0 && graphs().ring().intra() == PathClass.NVL;
      boolean peers = nvlink || (job.server().layout().nvlinks() == 0 && oneBridge(from, to));
      say(
          gpu,
          peers
              ? line(connection(channel), from, to, "") + peer()
              : line("%02d".formatted(channel), from, to, "")
                  + (earlier ? "direct shared memory" : "SHM/direct"));
      return;
    }
    String by = earlier ? "" : proxy(from, to).map("(%d)"::formatted).orElse("");
    say(gpu, line(connection(channel), from, to, "[send] ") + net(from, to, by));
  }

  /** The number of a channel, and of its connection where that is said. */
  private String connection(int channel) {
    return (earlier ? "%02d" : "%02d/0").formatted(channel);
  }

  /** The way between GPUs of a machine that reach each other's memory. */
  private String peer() {
    String read = layout.cluster().communicator().usesNvlinkReads() ? "/read" : "";
    return (earlier ? "P2P/IPC" : "P2P/CUMEM") + read;
  }

  private void receive(int gpu, int channel, int from, int to) {
    if (layout.isOtherMachine(from, to)) {
      say(
          gpu,
          line(connection(channel), from, to, "[receive] ")
              + "NET/%s/%d%s"
                  .formatted(
                      job.network().words(),
                      layout.nic(to) % layout.cluster().machine().rails().nics(),
                      isDirect(from, to) ? "/GDRDMA" : ""));
    }
  }

  private String line(String channel, int from, int to, String direction) {
    return "Channel %s : %d[%s] -> %d[%s] %svia "
        .formatted(channel, from, name(from), to, name(to), direction);
  }

  /** What stands for the GPU of a rank: NVML's number of it, once the address of its bus. */
  private String name(int rank) {
    int gpu = rank % layout.gpus();
    return earlier ? Long.toHexString(bus(gpu)) : String.valueOf(gpu);
  }

  private String net(int from, int to, String by) {
    return "NET/%s/%d%s%s"
        .formatted(
            job.network().words(), device(from, to), by, isDirect(from, to) ? "/GDRDMA" : "");
  }

  /** The NIC of its machine that a message leaves by. */
  private int device(int from, int to) {
    int nics = layout.cluster().machine().rails().nics();
    boolean crosses = graphs().ring().paths().crosses();
    return (crosses ? layout.nic(from) : layout.nicFor(from, to, job.pxn())) % nics;
  }

  private ChannelGraphs graphs() {
    return layout.cluster().communicator().graphs();
  }

  /** The rank whose NIC that is, where it is not the sender's own and a way leads there. */
  private Optional<Integer> proxy(int from, int to) {
    if (layout.leavesElsewhere(from)) {
      return Optional.empty();
    }
    int gpu = from % layout.gpus();
    int other = job.proxy(gpu, device(from, to));
    return other == gpu ? Optional.empty() : Optional.of(from - gpu + other);
  }

  /** Whether the NICs at both ends reach the GPUs next to them. */
  private boolean isDirect(int from, int to) {
    return job.gpuDirect()
        && number(job.gpuDirectDistance(from % layout.gpus(), device(from, to))) <= level()
        && number(
                job.gpuDirectDistance(
                    to % layout.gpus(), layout.nic(to) % layout.cluster().machine().rails().nics()))
            <= level();
  }

  /** Whether GPUs reach each other over PCIe without crossing between sockets. */
  private boolean oneBridge(int from, int to) {
    List<PcieSlot> gpus = job.server().layout().gpus();
    int count = layout.gpus();
    return !DeviceDistance.between(gpus.get(from % count), gpus.get(to % count)).isOverRoot();
  }
}
