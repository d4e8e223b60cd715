package dev.headroom.model.workload;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.model.collective.Algorithm;
import dev.headroom.model.collective.Choice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Protocol;
import dev.headroom.model.collective.Release;
import dev.headroom.model.knob.Complaint;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Recipe;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.Machines;
import dev.headroom.model.schedule.Calibration;
import dev.headroom.model.schedule.Cut;
import dev.headroom.model.schedule.Layout;
import dev.headroom.model.schedule.Manner;
import dev.headroom.model.schedule.NcclPace;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.Schedules;
import dev.headroom.model.unit.Size;
import dev.headroom.model.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The workload {@code nccl}: one collective of all GPUs of the machines whose NICs the hosts are.
 */
public final class NcclCollective {
  private static final String AUTO = "auto";

  public static final Knob<String> COLLECTIVE =
      Knob.of(
          "workload.collective",
          words(Collective.words()),
          Collective.ALL_REDUCE.word(),
          "which collective");
  public static final Knob<Size> SIZE =
      Common.size("64MiB", "as nccl-tests counts it: the largest buffer of a rank");
  public static final Knob<String> MACHINE =
      Knob.of(
              "workload.machine",
              words(Machines.names()),
              "dgx-h100",
              "what the hosts are the NICs of, machine by machine")
          .from("vendors' system pages and NCCL 2.30.7's search; docs/collectives.md");
  public static final Knob<Long> PER_MACHINE =
      Knob.derived(
              "workload.perMachine",
              WHOLE,
              "all",
              "GPUs of each machine that take part, from its first on; the hosts are the NICs next to"
                  + " these alone")
          .within("1", "72")
          .from("mpirun -N; the data-parallel groups of training with tensor parallelism")
          .real("CUDA_VISIBLE_DEVICES");
  public static final Knob<String> ALGORITHM =
      Knob.of(
              "workload.algorithm",
              words(Stream.concat(Stream.of(AUTO), Algorithm.words().stream()).toList()),
              AUTO,
              "NCCL's algorithm; auto: the one that NCCL takes")
          .from("NCCL 2.30.7, src/graph/tuning.cc")
          .real("NCCL_ALGO");
  public static final Knob<String> PROTOCOL =
      Knob.of(
              "workload.protocol",
              words(Stream.concat(Stream.of(AUTO), Protocol.words().stream()).toList()),
              AUTO,
              "NCCL's protocol; auto: the one that NCCL takes")
          .from("NCCL 2.30.7, src/graph/tuning.cc")
          .real("NCCL_PROTO");
  public static final Knob<String> RELEASE =
      Knob.of(
              "workload.release",
              words(Release.words()),
              Release.V2_30_7.word(),
              "of NCCL: what it chooses, and how it deals data out to channels; 2.9.9 (and from 2.8.3"
                  + " on) on A100 with NVLink")
          .from("NVIDIA/nccl v2.30.7-1 and v2.9.9-1, src/graph/tuning.cc");
  public static final Knob<Long> CHANNELS =
      Knob.derived(
              "workload.channels",
              WHOLE,
              "as many as NCCL would take",
              "channels, all of which are used whatever the size; NCCL takes fewer for little data")
          .within("1", "64")
          .from("NCCL: channels")
          .real("NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS");
  public static final Knob<Size> BUFFER =
      Knob.of(
              "workload.buffer",
              ValueType.SIZE,
              "4MiB",
              "of each connection with Simple, in eight slots: rings pass on half of it at once, trees"
                  + " an eighth")
          .within("256KiB", "1GiB")
          .from("NCCL 2.30.7, src/init.cc; aws-ofi-nccl sets 8 MiB")
          .real("NCCL_BUFFSIZE");
  public static final Knob<Size> NVLS_CHUNK =
      Knob.derived(
              "workload.nvlsChunk",
              ValueType.SIZE,
              "128KiB; 256KiB on some machines with Blackwells",
              "what a GPU adds up at once with NVLS, at most; less where the collective is small")
          .within("16KiB", "4MiB")
          .from("NCCL 2.30.7, src/transport/nvls.cc; aws-ofi-nccl sets 512 KiB")
          .real("NCCL_NVLS_CHUNKSIZE");
  public static final Knob<Size> NVLS_TREE_CHUNK =
      Knob.derived(
              "workload.nvlsTreeChunk",
              ValueType.SIZE,
              "64KiB from 4 machines on, and on some with Blackwells; else workload.nvlsChunk",
              "the same with NVLSTree, which keeps to both")
          .within("16KiB", "4MiB")
          .from("NCCL 2.30.7, src/transport/nvls.cc; aws-ofi-nccl sets 512 KiB")
          .real("NCCL_NVLSTREE_MAX_CHUNKSIZE");
  public static final Knob<Long> QUEUE_PAIRS =
      Knob.of(
              "workload.queuePairs",
              WHOLE,
              "1",
              "queue pairs of each connection; messages take turns on them")
          .within("1", "128")
          .from("NCCL: 1")
          .real("NCCL_IB_QPS_PER_CONNECTION");
  public static final Knob<Boolean> SPLIT =
      Knob.of(
              "workload.splitData",
              SWITCH,
              "false",
              "each message is split over all queue pairs of its connection")
          .from("NCCL: 0")
          .real("NCCL_IB_SPLIT_DATA_ON_QPS");
  public static final Knob<Boolean> PXN =
      Knob.of(
              "workload.pxn",
              SWITCH,
              "true",
              "messages to another rail leave by the NIC of that rail, next to another GPU")
          .from("NCCL: enabled")
          .real("NCCL_PXN_DISABLE, inverted");
  public static final Knob<Boolean> GPU_DIRECT =
      Knob.of(
              "workload.gpuDirect",
              SWITCH,
              "true",
              "NCCL finds that NICs reach GPU memory; without, it may find fewer channels, and no"
                  + " LL128. What hosts do is hosts.memory.place")
          .from("NCCL: NICs up to PXB, with nvidia_peermem or DMA-BUF")
          .real("NCCL_NET_GDR_LEVEL");
  public static final Knob<Boolean> SHARP =
      Knob.of(
              "workload.sharp",
              SWITCH,
              "false",
              "the network's switches reduce: one more host for each rail stands for the switch")
          .from("NCCL: off")
          .real("NCCL_COLLNET_ENABLE");
  public static final Knob<Boolean> IN_PLACE =
      Knob.of(
              "workload.inPlace",
              SWITCH,
              "false",
              "a rank's own data lie where the result comes to lie; else an all-gather copies"
                  + " them there")
          .from("nccl-tests has both; NCCL 2.30.7, src/device/all_gather.h");
  public static final Knob<Time> LAUNCH =
      Knob.of(
              "workload.launch",
              TIME,
              "0ns",
              "what a call takes beside the latency that NCCL's model has for it")
          .within("0ns", "10ms");
  public static final Knob<Time> ISSUE =
      Knob.of(
              "workload.issue",
              TIME,
              "0ns",
              "what a call takes the process that makes it for all its GPUs: of many calls none takes"
                  + " less")
          .within("0ns", "10ms");
  public static final Knob<Time> ISSUE_CHANNEL =
      Knob.of("workload.issueChannel", TIME, "0ns", "what each channel adds to workload.issue")
          .within("0ns", "1ms");
  public static final Knob<Double> EFFICIENCY =
      Knob.of(
              "workload.efficiency",
              NUMBER,
              "1",
              "what part of the bandwidth that NCCL's model has within a machine is reached")
          .within("0.05", "2");
  public static final Knob<Double> LATENCY_SCALE =
      Knob.of(
              "workload.latencyScale",
              NUMBER,
              "1",
              "the latency of a hop, as a multiple of that in NCCL's model")
          .within("0.05", "20");

  public static final Knob<Double> BUSY_SHARE =
      Knob.of(
              "workload.busyShare",
              NUMBER,
              "0",
              "what part of a hop's latency keeps the worker busy, so that nothing hides it")
          .within("0", "1");

  public static final Workload WORKLOAD =
      Workload.onChosenHosts(
          "nccl",
          "one collective as NCCL runs it, NVLink within machines and all",
          List.of(
              COLLECTIVE,
              SIZE,
              MACHINE,
              PER_MACHINE,
              ALGORITHM,
              PROTOCOL,
              RELEASE,
              CHANNELS,
              BUFFER,
              NVLS_CHUNK,
              NVLS_TREE_CHUNK,
              QUEUE_PAIRS,
              SPLIT,
              PXN,
              GPU_DIRECT,
              SHARP,
              IN_PLACE,
              LAUNCH,
              ISSUE,
              ISSUE_CHANNEL,
              EFFICIENCY,
              LATENCY_SCALE,
              BUSY_SHARE,
              Common.START),
          NcclCollective::check,
          NcclCollective::build);

  private NcclCollective() {}

  /** Algorithm and protocol of flows that this workload made; none for sends and receives. */
  public static Optional<Choice> choiceOf(FlowProgram flows) {
    return flows instanceof NcclFlows collective ? collective.choice() : Optional.empty();
  }

  /** What was called, of flows that this workload made; empty where another one made them. */
  static Optional<CalledCollective> calledBy(FlowProgram flows) {
    Recipe recipe = flows.recipe();
    if (!(flows instanceof NcclFlows nccl) || !recipe.kind().equals(WORKLOAD.name())) {
      return Optional.empty();
    }
    Settings settings = recipe.parameters();
    return Optional.of(
        new CalledCollective(
            collective(settings),
            nccl.choice().map(choice -> choice.algorithm().word()).orElse(""),
            nccl.choice().map(choice -> choice.protocol().word()).orElse(""),
            nccl.gpus(),
            settings.get(SIZE).bytes(),
            1,
            settings.get(Common.START).ps(),
            issuePs(settings, nccl)));
  }

  private static long issuePs(Settings settings, NcclFlows flows) {
    long channels =
        settings
            .find(CHANNELS)
            .orElseGet(() ->
                (long)
                    Schedules.channels(
                        flows.cluster(), flows.choice(), settings.get(SIZE).bytes()));
    return settings.get(ISSUE).ps() + channels * settings.get(ISSUE_CHANNEL).ps();
  }

  private static ValueType<String> words(List<String> words) {
    return ValueType.choice(words.toArray(String[]::new));
  }

  static Machine machine(Settings settings) {
    Machine machine = Machines.named(settings.get(MACHINE)).orElseThrow();
    Machine reached = settings.get(GPU_DIRECT) ? machine : machine.throughHosts();
    return settings
        .find(PER_MACHINE)
        .map(some -> reached.first(Math.toIntExact(some)))
        .orElse(reached);
  }

  private static Cluster cluster(Settings settings, Site site) {
    Machine machine = machine(settings);
    boolean sharp = settings.get(SHARP);
    int nics = site.hosts().size() - (sharp ? machine.nics() : 0);
    Release release = Release.named(settings.get(RELEASE)).orElseThrow();
    return new Cluster(machine, nics / machine.nics(), sharp, release);
  }

  private static Collective collective(Settings settings) {
    return Collective.named(settings.get(COLLECTIVE)).orElseThrow();
  }

  /** What NCCL takes of what is modelled and allowed; empty where it has nothing. */
  private static Optional<Choice> choice(Settings settings, Cluster cluster) {
    return Schedules.choice(
        cluster,
        collective(settings),
        Algorithm.named(settings.get(ALGORITHM)),
        Protocol.named(settings.get(PROTOCOL)),
        settings.get(SIZE).bytes());
  }

  private static List<Complaint> check(Settings settings, Site site) {
    List<Complaint> complaints = new ArrayList<>();
    tooMany(settings).ifPresent(complaints::add);
    if (!complaints.isEmpty()) {
      return complaints;
    }
    Machine machine = machine(settings);
    int hosts = site.hosts().size();
    if (settings.get(SHARP) && hosts < 3 * machine.nics()) {
      complaints.add(
          new Complaint(
              SHARP.name(),
              "%d hosts are too few for two machines and a switch on each rail".formatted(hosts),
              "at least %d, those of the switches last".formatted(3 * machine.nics())));
      return complaints;
    }
    wholeMachines(machine, site).ifPresent(complaints::add);
    if (!complaints.isEmpty()) {
      return complaints;
    }
    Cluster cluster = cluster(settings, site);
    if (!cluster.isKnown()) {
      complaints.add(
          new Complaint(
              RELEASE.name(),
              cluster.release().unknownTo(machine.name()),
              "leave it out, or take dgx-a100 or cloud-vm"));
      return complaints;
    }
    if (collective(settings).isTuned() && choice(settings, cluster).isEmpty()) {
      complaints.add(
          new Complaint(
              ALGORITHM.name(),
              "NCCL has no %s with %s and %s on %s"
                  .formatted(
                      settings.get(COLLECTIVE),
                      settings.get(ALGORITHM),
                      settings.get(PROTOCOL),
                      cluster),
              "leave algorithm and protocol out"));
      return complaints;
    }
    double flows =
        NcclFlows.count(schedule(settings, cluster), new Layout(cluster), connections(settings));
    if (flows > EventNumbers.MOST) {
      complaints.add(
          new Complaint(
              SIZE.name(),
              "that makes %.0f messages and lines".formatted(flows),
              "at most " + EventNumbers.MOST));
    }
    return complaints;
  }

  /** What is wrong if more GPUs of a machine are to take part than it has. */
  static Optional<Complaint> tooMany(Settings settings) {
    long gpus = Machines.named(settings.get(MACHINE)).orElseThrow().gpus();
    return settings.find(PER_MACHINE).orElse(gpus) <= gpus
        ? Optional.empty()
        : Optional.of(
            new Complaint(
                PER_MACHINE.name(),
                "%s has %d GPUs".formatted(settings.get(MACHINE), gpus),
                "%d or fewer".formatted(gpus)));
  }

  /** What is wrong if the hosts are not the NICs of whole machines. */
  static Optional<Complaint> wholeMachines(Machine machine, Site site) {
    int hosts = site.hosts().size();
    return hosts % machine.nics() == 0
        ? Optional.empty()
        : Optional.of(
            new Complaint(
                MACHINE.name(),
                "%d hosts are not the NICs of whole machines with %d each"
                    .formatted(hosts, machine.nics()),
                "a multiple of %d, machine by machine, as topology: rail-optimized, rails: %d has them"
                    .formatted(machine.nics(), machine.nics())));
  }

  private static Schedule schedule(Settings settings, Cluster cluster) {
    Collective collective = collective(settings);
    return Schedules.of(
        cluster,
        collective,
        choice(settings, cluster),
        new Cut(
            settings.find(CHANNELS).map(Math::toIntExact),
            Optional.of(settings.get(BUFFER).bytes()),
            settings.find(NVLS_CHUNK).map(Size::bytes),
            settings.find(NVLS_TREE_CHUNK).map(Size::bytes)),
        settings.get(SIZE).bytes());
  }

  private static FlowProgram build(Settings settings, Site site) {
    Cluster cluster = cluster(settings, site);
    Collective collective = collective(settings);
    Optional<Choice> choice = choice(settings, cluster);
    Schedule schedule = schedule(settings, cluster);
    return new NcclFlows(
        site,
        new Layout(cluster),
        schedule,
        Manner.same(
            NcclPace.of(
                settings.get(IN_PLACE)
                    ? calibration(settings)
                    : calibration(settings)
                        .outOfPlace(OwnCopies.psPerByte(cluster.machine().gpu())),
                settings.get(Common.START).ps(),
                cluster,
                collective,
                choice),
            choice.map(Choice::protocol).orElse(Protocol.SIMPLE)),
        connections(settings),
        choice,
        "%s of %s on %s".formatted(schedule.description(), settings.get(SIZE), cluster),
        new Recipe(WORKLOAD.name(), settings));
  }

  static Calibration calibration(Settings settings) {
    return new Calibration(
        settings.get(LAUNCH).ps(),
        settings.get(EFFICIENCY),
        settings.get(LATENCY_SCALE),
        settings.get(BUSY_SHARE),
        settings.get(GPU_DIRECT) ? 0 : HostCopies.psPerByte(machine(settings).gpu()),
        0);
  }

  static Connections connections(Settings settings) {
    return new Connections(
        Math.toIntExact(settings.get(QUEUE_PAIRS)), settings.get(SPLIT), settings.get(PXN));
  }
}
