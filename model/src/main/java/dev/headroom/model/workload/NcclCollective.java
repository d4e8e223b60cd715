package dev.headroom.model.workload;

import dev.headroom.model.collective.AlgorithmChoice;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.NcclAlgorithm;
import dev.headroom.model.collective.NcclProtocol;
import dev.headroom.model.collective.NcclRelease;
import dev.headroom.model.flow.EventCount;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.flow.HostCopies;
import dev.headroom.model.flow.LocalCopies;
import dev.headroom.model.flow.NcclConnections;
import dev.headroom.model.knob.BuildRecipe;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.schedule.ChunkingOptions;
import dev.headroom.model.schedule.ClusterLayout;
import dev.headroom.model.schedule.CollectivePace;
import dev.headroom.model.schedule.NcclCalibration;
import dev.headroom.model.schedule.NcclPace;
import dev.headroom.model.schedule.RepeatedCollective;
import dev.headroom.model.schedule.Schedule;
import dev.headroom.model.schedule.ScheduleFactory;
import dev.headroom.model.schedule.SchedulePacing;
import dev.headroom.unit.CountedNoun;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Workload {@code nccl}: one collective of all GPUs of the machines whose NICs are the hosts. */
public final class NcclCollective {
  public static final Workload WORKLOAD =
      Workload.onChosenHosts(
              "nccl",
              "one collective as in NCCL, including NVLink within machines",
              NcclKnobs.ALL,
              NcclCollective::check,
              NcclCollective::build)
          .runAs(LibraryTimeouts::ofCollectives);

  /** What a call takes its thread for one GPU, and more for each channel: {@link NcclKnobs}. */
  private static final long CALL_PS = 4_350_000;

  private static final long CHANNEL_PS = 200_000;

  private NcclCollective() {}

  /** Algorithm and protocol of flows that this workload made; none for sends and receives. */
  public static Optional<AlgorithmChoice> choiceOf(FlowProgram flows) {
    return flows instanceof NcclFlows collective ? collective.choice() : Optional.empty();
  }

  /** What was called, of flows that this workload made; empty where another one made them. */
  static Optional<CalledCollective> calledBy(FlowProgram flows) {
    BuildRecipe recipe = flows.recipe();
    if (!(flows instanceof NcclFlows nccl) || !recipe.kind().equals(WORKLOAD.name())) {
      return Optional.empty();
    }
    Settings settings = recipe.parameters();
    return Optional.of(
        new CalledCollective(
            settings.get(NcclKnobs.COLLECTIVE),
            nccl.choice().map(choice -> choice.algorithm().word()).orElse(""),
            nccl.choice().map(choice -> choice.protocol().word()).orElse(""),
            nccl.gpus(),
            settings.get(NcclKnobs.SIZE).bytes(),
            settings.get(NcclKnobs.REPEAT),
            settings.get(CommonParameters.START).ps(),
            issuePs(settings, nccl)));
  }

  private static long issuePs(Settings settings, NcclFlows flows) {
    long channels =
        settings
            .find(NcclKnobs.CHANNELS)
            .orElseGet(() ->
                (long)
                    ScheduleFactory.channels(
                        flows.cluster(), flows.choice(), settings.get(NcclKnobs.SIZE).bytes()));
    long gpus = settings.get(NcclKnobs.GPUS_PER_THREAD);
    long call = settings.find(NcclKnobs.ISSUE).map(Time::ps).orElse(gpus * CALL_PS);
    long channel = settings.find(NcclKnobs.ISSUE_CHANNEL).map(Time::ps).orElse(gpus * CHANNEL_PS);
    return call + channels * channel;
  }

  private static Cluster cluster(Settings settings, WorkloadSite site) {
    Machine machine = NcclSearch.machine(settings);
    boolean sharp = settings.get(NcclKnobs.SHARP);
    NcclRelease release = settings.get(NcclKnobs.RELEASE);
    int perSwitch = settings.find(NcclKnobs.PER_SWITCH).map(Math::toIntExact).orElse(Cluster.ALL);
    int groups = site.hosts().size() / machine.rails().nics();
    int machines = groups - (sharp ? 1 : 0);
    Cluster cluster = new Cluster(machine, machines, sharp, release, perSwitch);
    while (machines > 1 && machines + cluster.switches() > groups) {
      machines--;
      cluster = new Cluster(machine, machines, sharp, release, perSwitch);
    }
    return cluster;
  }

  /** What NCCL takes of what is modelled and allowed; empty where it has nothing. */
  private static Optional<AlgorithmChoice> choice(Settings settings, Cluster cluster) {
    return ScheduleFactory.choice(
        cluster,
        settings.get(NcclKnobs.COLLECTIVE),
        NcclAlgorithm.named(settings.get(NcclKnobs.ALGORITHM)),
        NcclProtocol.named(settings.get(NcclKnobs.PROTOCOL)),
        settings.get(NcclKnobs.SIZE).bytes());
  }

  private static List<KnobConflict> check(Settings settings, WorkloadSite site) {
    List<KnobConflict> complaints = new ArrayList<>();
    tooMany(settings)
        .or(() -> tooManyForAThread(settings))
        .or(() -> GpuDirect.check(settings))
        .or(() -> NcclSearch.absent(settings))
        .or(() -> NcclSearch.check(settings))
        .ifPresent(complaints::add);
    if (!complaints.isEmpty()) {
      return complaints;
    }
    Machine machine = NcclSearch.machine(settings);
    int hosts = site.hosts().size();
    if (settings.get(NcclKnobs.SHARP) && hosts < 3 * machine.rails().nics()) {
      complaints.add(
          new KnobConflict(
              NcclKnobs.SHARP.name(),
              "%d hosts are too few for two machines and a switch on each rail".formatted(hosts),
              "at least %d, the last of them for the switches"
                  .formatted(3 * machine.rails().nics())));
      return complaints;
    }
    wholeMachines(machine, site).ifPresent(complaints::add);
    if (!complaints.isEmpty()) {
      return complaints;
    }
    Cluster cluster = cluster(settings, site);
    int expected = (cluster.machines() + cluster.switches()) * machine.rails().nics();
    if (hosts != expected) {
      complaints.add(
          new KnobConflict(
              NcclKnobs.PER_SWITCH.name(),
              "%d hosts are too many for %s and %s on each rail, but too few for one more machine"
                  .formatted(
                      hosts,
                      CountedNoun.of(cluster.machines(), "machine"),
                      CountedNoun.of(cluster.switches(), "switch")),
              "%d hosts, or another number of machines per switch".formatted(expected)));
      return complaints;
    }
    if (!cluster.isKnown()) {
      complaints.add(
          new KnobConflict(
              NcclKnobs.RELEASE.name(),
              cluster.release().unknownTo(machine.name()),
              "omit it, or use dgx-a100 or cloud-vm"));
      return complaints;
    }
    if (settings.get(NcclKnobs.COLLECTIVE).isTuned() && choice(settings, cluster).isEmpty()) {
      complaints.add(
          new KnobConflict(
              NcclKnobs.ALGORITHM.name(),
              "NCCL has no %s with %s and %s on %s"
                  .formatted(
                      settings.get(NcclKnobs.COLLECTIVE).word(),
                      settings.get(NcclKnobs.ALGORITHM),
                      settings.get(NcclKnobs.PROTOCOL),
                      cluster),
              "omit algorithm and protocol"));
      return complaints;
    }
    tooLong(settings, cluster).ifPresent(complaints::add);
    return complaints;
  }

  /** What is wrong with a collective, or so many, of more messages than can be numbered. */
  private static Optional<KnobConflict> tooLong(Settings settings, Cluster cluster) {
    Schedule one = schedule(settings, cluster);
    long times = settings.get(NcclKnobs.REPEAT);
    double flows =
        times
            * NcclFlows.count(
                one, new ClusterLayout(cluster), connections(settings, cluster.gpus()));
    if (flows > EventCount.MOST) {
      return Optional.of(
          new KnobConflict(
              times > 1 ? NcclKnobs.REPEAT.name() : NcclKnobs.SIZE.name(),
              "that makes %.0f messages and lines".formatted(flows),
              "at most " + EventCount.MOST));
    }
    long most = RepeatedCollective.most(one);
    return times <= most
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                NcclKnobs.REPEAT.name(),
                "calls with this many steps cannot be counted",
                "at most " + most));
  }

  /** What is wrong if more GPUs of a machine are to take part than it has. */
  static Optional<KnobConflict> tooMany(Settings settings) {
    long gpus = MachineCatalogue.named(settings.get(NcclKnobs.MACHINE)).orElseThrow().gpus();
    return settings.find(NcclKnobs.PER_MACHINE).orElse(gpus) <= gpus
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                NcclKnobs.PER_MACHINE.name(),
                "%s has %d GPUs".formatted(settings.get(NcclKnobs.MACHINE), gpus),
                "%d or fewer".formatted(gpus)));
  }

  /** What is wrong if a thread is to call for more GPUs than take part where it runs. */
  private static Optional<KnobConflict> tooManyForAThread(Settings settings) {
    String machine = settings.get(NcclKnobs.MACHINE);
    long all = MachineCatalogue.named(machine).orElseThrow().gpus();
    long gpus = settings.find(NcclKnobs.PER_MACHINE).orElse(all);
    return settings.get(NcclKnobs.GPUS_PER_THREAD) <= gpus
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                NcclKnobs.GPUS_PER_THREAD.name(),
                "the GPUs of a thread are in one machine, but only %d of %s take part"
                    .formatted(gpus, machine),
                "%d or fewer".formatted(gpus)));
  }

  /** What is wrong if the hosts are not the NICs of whole machines. */
  static Optional<KnobConflict> wholeMachines(Machine machine, WorkloadSite site) {
    int hosts = site.hosts().size();
    return hosts % machine.rails().nics() == 0
        ? Optional.empty()
        : Optional.of(
            new KnobConflict(
                NcclKnobs.MACHINE.name(),
                "%d hosts cannot be divided into whole machines with %d NICs each"
                    .formatted(hosts, machine.rails().nics()),
                "a multiple of %d, machine by machine, as with topology: rail-optimized, rails: %d"
                    .formatted(machine.rails().nics(), machine.rails().nics())));
  }

  private static Schedule schedule(Settings settings, Cluster cluster) {
    Collective collective = settings.get(NcclKnobs.COLLECTIVE);
    return ScheduleFactory.of(
        cluster,
        collective,
        choice(settings, cluster),
        new ChunkingOptions(
            settings.find(NcclKnobs.CHANNELS).map(Math::toIntExact),
            Optional.of(settings.get(NcclKnobs.BUFFER).bytes()),
            settings.find(NcclKnobs.NVLS_CHUNK).map(Size::bytes),
            settings.find(NcclKnobs.NVLS_TREE_CHUNK).map(Size::bytes)),
        settings.get(NcclKnobs.SIZE).bytes());
  }

  private static FlowProgram build(Settings settings, WorkloadSite site) {
    Cluster cluster = cluster(settings, site);
    Collective collective = settings.get(NcclKnobs.COLLECTIVE);
    Optional<AlgorithmChoice> choice = choice(settings, cluster);
    Schedule one = schedule(settings, cluster);
    NcclProtocol protocol = choice.map(AlgorithmChoice::protocol).orElse(NcclProtocol.SIMPLE);
    CollectivePace pace = NcclPace.of(placed(settings, cluster), cluster, collective, choice);
    long startPs = settings.get(CommonParameters.START).ps();
    int times = Math.toIntExact(settings.get(NcclKnobs.REPEAT));
    String description =
        "%s of %s on %s".formatted(one.description(), settings.get(NcclKnobs.SIZE), cluster);
    if (times == 1) {
      CollectivePace own = pace.startingAt(startPs + pace.startPs());
      return flows(settings, site, one, SchedulePacing.same(own, protocol), choice, description);
    }
    RepeatedCollective all = new RepeatedCollective(one, times, pace, protocol, startPs);
    return flows(settings, site, all, all, choice, "%s, %d times".formatted(description, times));
  }

  private static NcclFlows flows(
      Settings settings,
      WorkloadSite site,
      Schedule schedule,
      SchedulePacing schedulePacing,
      Optional<AlgorithmChoice> choice,
      String description) {
    Cluster cluster = cluster(settings, site);
    return new NcclFlows(
        site,
        new ClusterLayout(cluster),
        schedule,
        schedulePacing,
        connections(settings, cluster.gpus()),
        choice,
        description,
        new BuildRecipe(WORKLOAD.name(), settings));
  }

  /** What is told of the machines, and where a rank's own data lie. */
  private static NcclCalibration placed(Settings settings, Cluster cluster) {
    NcclCalibration told = calibration(settings);
    return settings.get(NcclKnobs.IN_PLACE)
        ? told
        : told.outOfPlace(LocalCopies.psPerByte(cluster.machine().chips().gpu()));
  }

  static NcclCalibration calibration(Settings settings) {
    return new NcclCalibration(
        settings.get(NcclKnobs.LAUNCH).ps(),
        settings.get(NcclKnobs.EFFICIENCY),
        settings.get(NcclKnobs.LATENCY_SCALE),
        settings.find(NcclKnobs.BUSY_SHARE).map(OptionalDouble::of).orElse(OptionalDouble.empty()),
        GpuDirect.isOn(settings)
            ? 0
            : HostCopies.psPerByte(NcclSearch.machine(settings).chips().gpu()),
        0);
  }

  /**
   * How its GPUs reach each other.
   *
   * @param gpus of the whole job
   */
  static NcclConnections connections(Settings settings, int gpus) {
    return new NcclConnections(
        Math.toIntExact(settings.get(NcclKnobs.QUEUE_PAIRS)),
        settings.get(NcclKnobs.SPLIT),
        NcclSearch.usesPxn(settings, gpus));
  }
}
