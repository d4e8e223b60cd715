package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.RATE;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TEXT;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.flow.EventCount;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.NcclConnections;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.storage.StorageProtocol;
import dev.headroom.model.storage.StorageRequests;
import dev.headroom.model.storage.StorageSchedule;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Workload {@code storage}: hosts read from, or write to, servers with drives. */
public final class StorageWorkload {
  static final Knob<String> TARGETS =
      Knob.of(
          "workload.targets",
          TEXT,
          "host-0",
          "storage servers, as hosts names them; the other hosts are clients");
  static final Knob<StorageProtocol> PROTOCOL =
      Knob.of(
              "workload.protocol",
              choice(StorageProtocol.class),
              "nvme-rdma",
              "storage protocol: NVMe over fabrics, or an object store; over transport.type: "
                  + "nvme-tcp and object-tcp need tcp")
          .from(
              "NVMe: 64 B per command, 16 B per completion; Linux, include/linux/nvme-tcp.h: "
                  + "8 and 24 B");
  static final Knob<StorageOperation> OPERATION =
      Knob.of(
          "workload.operation",
          choice(StorageOperation.class),
          "read",
          "type of request; a checkpoint is a simultaneous write of all hosts");
  static final Knob<Size> SIZE_OF_CLIENT =
      CommonParameters.size(
          "64MiB", "data that each host reads or writes, in requests of workload.block");
  static final Knob<Size> BLOCK =
      Knob.of("workload.block", SIZE, "1MiB", "data of one request").within("1B", "1TiB");
  static final Knob<Long> DEPTH =
      Knob.of(
              "workload.depth",
              WHOLE,
              "8",
              "outstanding requests of a host, each on its own connections")
          .within("1", "4096")
          .real("fio --iodepth; gdsio -w threads");
  static final Knob<Rate> DRIVE_RATE =
      Knob.of("workload.driveRate", RATE, "464Gbps", "combined rate of all drives of a server")
          .within("1Mbps", "100Tbps")
          .from("four drives of 14.5 GB/s, as in gds-report.pages.dev");
  static final Knob<Time> DRIVE_LATENCY =
      Knob.of(
              "workload.driveLatency",
              TIME,
              "80us",
              "latency from a command at a drive until its data begins; for an object store, "
                  + "the latency of the store")
          .within("0ns", "100s")
          .from("flash of NVMe drives: 70 to 100 us for reads; measure yours with fio at depth 1");
  static final Knob<Boolean> GPU_DIRECT =
      Knob.of(
              "workload.gpuDirect",
              SWITCH,
              "true",
              "data goes directly between NIC and GPU (GPUDirect Storage); false: through a "
                  + "bounce buffer in host memory")
          .real("cufile.json allow_compat_mode; gdscheck -p");
  static final Knob<Rate> COPY_RATE =
      Knob.of(
              "workload.copyRate",
              RATE,
              "82Gbps",
              "rate at which a host copies between its memory and its GPUs, with a bounce buffer")
          .within("1Mbps", "100Tbps")
          .from("one core of 3.4 GHz at 0.33 cycles per byte: Cai et al., SIGCOMM 2021");

  static final Workload WORKLOAD =
      new Workload(
          "storage",
          "hosts read from, or write to, servers with drives: NVMe over fabrics, object stores",
          List.of(
              TARGETS,
              CommonParameters.HOSTS,
              PROTOCOL,
              OPERATION,
              SIZE_OF_CLIENT,
              BLOCK,
              DEPTH,
              DRIVE_RATE,
              DRIVE_LATENCY,
              GPU_DIRECT,
              COPY_RATE),
          StorageWorkload::check,
          StorageWorkload::build);

  private StorageWorkload() {}

  /** How hosts and servers speak, of flows that this workload made. */
  public static Optional<StorageProtocol> protocol(FlowProgram flows) {
    BuildRecipe recipe = flows.recipe();
    return recipe.kind().equals(WORKLOAD.name())
        ? Optional.of(recipe.parameters().get(PROTOCOL))
        : Optional.empty();
  }

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>(CommonParameters.check(settings, site, 1));
    HostSelection.resolve(settings.get(TARGETS), site.hosts())
        .problem()
        .ifPresent(what -> complaints.add(new KnobConflict(TARGETS.name(), what, "")));
    if (!complaints.isEmpty()) {
      return complaints;
    }
    int targets = targets(settings, site).length;
    int clients = clients(settings, site).length;
    if (clients == 0 || targets == 0) {
      complaints.add(
          new KnobConflict(
              TARGETS.name(),
              clients == 0 ? "all hosts are servers" : "no host is a server",
              "some hosts as servers, and others as clients"));
      return complaints;
    }
    double requests =
        Math.ceil((double) settings.get(SIZE_OF_CLIENT).bytes() / settings.get(BLOCK).bytes());
    double flows = 4.0 * clients * requests;
    double lines = 7.0 * clients * settings.get(DEPTH) * targets;
    if (flows + lines > EventCount.MOST) {
      complaints.add(
          new KnobConflict(
              SIZE_OF_CLIENT.name(),
              "that makes %.0f messages and lines".formatted(flows + lines),
              "at most " + EventCount.MOST + ": larger blocks, less depth, or less data"));
    }
    return complaints;
  }

  private static int[] targets(Settings settings, WorkloadSite site) {
    return HostSelection.resolve(settings.get(TARGETS), site.hosts()).positions().stream()
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private static int[] clients(Settings settings, WorkloadSite site) {
    int[] targets = targets(settings, site);
    return Arrays.stream(CommonParameters.participants(settings, site))
        .filter(host -> IntStream.of(targets).noneMatch(target -> target == host))
        .toArray();
  }

  private static FlowProgram build(Settings settings, WorkloadSite site) {
    long block = settings.get(BLOCK).bytes();
    long requests = Math.ceilDiv(settings.get(SIZE_OF_CLIENT).bytes(), block);
    StorageRequests asked =
        new StorageRequests(
            clients(settings, site),
            targets(settings, site),
            settings.get(PROTOCOL),
            settings.get(OPERATION) == StorageOperation.WRITE,
            block,
            Math.toIntExact(requests),
            Math.toIntExact(Math.min(settings.get(DEPTH), Math.max(1, requests))));
    StorageSchedule schedule =
        new StorageSchedule(
            asked,
            settings.get(DRIVE_LATENCY).ps(),
            8e12 / settings.get(DRIVE_RATE).bps(),
            settings.get(GPU_DIRECT) ? 0 : 8e12 / settings.get(COPY_RATE).bps());
    return new NcclFlows(
        site,
        new ClusterLayout(new Cluster(host(), site.hosts().size(), false)),
        schedule,
        schedule,
        new NcclConnections(1, false, false),
        Optional.empty(),
        "%s, %d x %s each, %d at once"
            .formatted(schedule.description(), requests, new Size(block), asked.depth()),
        new BuildRecipe(WORKLOAD.name(), settings));
  }

  /** Each host by itself: what is in it beside its NIC is of no interest here. */
  private static Machine host() {
    Machine one = MachineCatalogue.all().getFirst().first(1);
    return new Machine(
        dev.headroom.model.machine.ServerLayout.PLAIN,
        "a host",
        one.chips(),
        1,
        new Machine.Peers(one.peers().peerGBps()),
        new Machine.Rails(1, one.rails().nicRate()),
        new Machine.Found(one.found().oneMachine(), one.found().several()),
        one.source());
  }
}
