package dev.headroom.audit.gap;

import dev.headroom.audit.Finding;
import dev.headroom.audit.cluster.NicModel;
import dev.headroom.audit.fix.FactEdits;
import dev.headroom.audit.gap.JobScenario.Seat;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostName;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.PathClass;
import dev.headroom.model.collective.TuningModel;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.HostNics;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.machine.PeerTransferRate;
import dev.headroom.model.machine.Processor;
import dev.headroom.model.machine.SharedMemorySearch;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Machines of a job with their findings, of which any subset can be taken as fixed. A machine of
 * which nothing was read is as such machines are sold.
 */
final class JobMachines {
  private static final String PLACE = "hosts.memory.place";
  private static final String PATH = "hosts.memory.gpuPath";
  private static final String STAGED = "staged";
  private static final String DIRECT = "workload.gpuDirect";
  private static final String PER_THREAD = "workload.gpusPerThread";
  private static final String PEERS = "workload.peerLevel";
  private static final String STAGES = "hosts.stages";
  private static final String SHARING = "hosts.pcie.sharing";

  /**
   * What a root complex passes on, Gb/s; knobs {@code hosts.pcie.peerRate} and {@code
   * peerReadRate}, which a NIC has whole.
   */
  private static final String PEER_RATE = "hosts.pcie.peerRate";

  private static final String PEER_READ_RATE = "hosts.pcie.peerReadRate";

  private static final double PEER_GBPS = 141;
  private static final String NO_LIMIT = "10Tbps";

  private static final String LEFT_OUT = "nccl.nics-left-out";

  /** Findings that say of a link that it should be as fast as the others. */
  private static final Set<String> SLOW_LINK =
      Set.of("link.rate-below-siblings", "fleet.rate", "fabric.link-speed", "fabric.link-width");

  private static final SortedMap<String, String> AS_SOLD =
      new TreeMap<>(Map.of(PLACE, "gpu", PATH, "pix"));

  private final Cluster cluster;
  private final Collective collective;
  private final List<Optional<HostFacts>> machines;
  private final List<Finding> findings;
  private final NamedDevices devices;
  private final SocketInterfaces interfaces;
  private final JobSettings job;
  private final HostNics unread;
  private final int gpusPerThread;

  /**
   * The machines.
   *
   * @param collective what the job ran
   * @param machines what was read of each host, in the order of ranks; several may be one machine
   *     to NCCL
   * @param all everything that was read: also logs that belong to no machine
   * @param findings of all of that
   * @param unread NICs of a host of which nothing was read
   * @param devices those that the job uses; if none, all that are as fast
   * @param gpusPerThread how many GPUs a thread of the job calls for
   */
  JobMachines(
      Cluster cluster,
      Collective collective,
      List<Optional<HostFacts>> machines,
      List<HostFacts> all,
      List<Finding> findings,
      HostNics unread,
      NamedDevices devices,
      int gpusPerThread) {
    this.cluster = cluster;
    this.collective = collective;
    this.unread = unread;
    this.machines = List.copyOf(machines);
    this.findings = List.copyOf(findings);
    this.interfaces = SocketInterfaces.of(all);
    this.job = new JobSettings(all, findings);
    this.devices = devices;
    this.gpusPerThread = gpusPerThread;
  }

  /**
   * How these machines would be.
   *
   * @param fixed rules whose findings are thought fixed
   */
  JobScenario with(Predicate<String> fixed) {
    List<Seat> seats = new ArrayList<>();
    SortedMap<String, String> common = new TreeMap<>();
    OptionalInt mtu = OptionalInt.empty();
    boolean infiniband = false;
    int each = cluster.machines() * cluster.machine().rails().nics() / machines.size();
    boolean throughKernel = job.isSockets(fixed) && interfaces.count() > 0;
    HostNics others =
        throughKernel
            ? new HostNics(Math.min(interfaces.count(), unread.count()), unread.gbps())
            : unread;
    for (Optional<HostFacts> machine : machines) {
      List<NicModel> nics = machine.map(host -> NicModel.of(fixed(host, fixed))).orElse(List.of());
      if (throughKernel && machine.isPresent()) {
        nics = interfaces.of(machine.get(), nics);
      }
      if (nics.isEmpty()) {
        asSold(others, each, seats);
        continue;
      }
      boolean all = fixed.test(LEFT_OUT) && machine.filter(this::leavesNicsOut).isPresent();
      JobRails rails = JobRails.of(nics, all ? NamedDevices.NONE : devices, each);
      seats(rails, fixed, seats);
      for (NicModel nic : rails.nics()) {
        infiniband |= "infiniband".equals(nic.settings().get(NicModel.TRANSPORT));
        String its = nic.settings().get(NicModel.MTU);
        if (its != null) {
          mtu = OptionalInt.of(Math.min(mtu.orElse(Integer.MAX_VALUE), Integer.parseInt(its)));
        }
      }
    }
    if (gpusPerThread > 1) {
      common.put(PER_THREAD, String.valueOf(gpusPerThread));
    }
    mtu.ifPresent(bytes -> common.put(NicModel.MTU, String.valueOf(bytes)));
    network(fixed, infiniband, common);
    boolean staged = seats.stream().anyMatch(seat -> STAGED.equals(seat.settings().get(PLACE)));
    if (staged || job.isStaged(fixed)) {
      common.put(DIRECT, "false");
      seats.replaceAll(seat -> with(seat, PLACE, STAGED));
    }
    leaveToNccl(common);
    if (job.isPeerAccessOff(fixed) && canBeApart("false".equals(common.get(DIRECT)))) {
      common.put(PEERS, PathClass.LOC.name());
    }
    return new JobScenario(cluster, common, seats);
  }

  /**
   * Whether the model knows what NCCL finds where GPUs of these machines may not reach each other.
   */
  private boolean canBeApart(boolean staged) {
    return SharedMemorySearch.of(cluster.machine())
        .filter(apart -> !staged || apart.found().staged().isKnown())
        .flatMap(apart -> MachineCatalogue.named(apart.name()))
        .filter(whole -> whole.gpus() == cluster.machine().gpus())
        .isPresent();
  }

  /**
   * What NCCL is told and cannot do, such as an all-gather by trees, it does as it would anyway.
   */
  private void leaveToNccl(SortedMap<String, String> common) {
    Cluster ran =
        "false".equals(common.get(DIRECT))
            ? new Cluster(cluster.machine().throughHosts(), cluster.machines(), cluster.sharp())
            : cluster;
    String algorithm = common.getOrDefault(JobSettings.ALGORITHM_KEY, "");
    String protocol = common.getOrDefault(JobSettings.PROTOCOL_KEY, "");
    boolean can =
        TuningModel.of(ran.communicator()).choices(collective, 1).stream()
            .anyMatch(each ->
                (algorithm.isEmpty() || algorithm.equals(each.algorithm().word()))
                    && (protocol.isEmpty() || protocol.equals(each.protocol().word())));
    if (!can) {
      common.remove(JobSettings.ALGORITHM_KEY);
      common.remove(JobSettings.PROTOCOL_KEY);
    }
  }

  private boolean leavesNicsOut(HostFacts host) {
    return findings.stream()
        .anyMatch(each -> each.rule().equals(LEFT_OUT) && each.place().host().equals(host.name()));
  }

  private void network(
      Predicate<String> fixed, boolean infiniband, SortedMap<String, String> common) {
    job.choices(fixed, common);
    if (job.isSockets(fixed)) {
      // The kernel's copies stand for what hosts do; NICs then move host memory.
      common.put(NicModel.TRANSPORT, "tcp");
      common.put(STAGES, "ideal");
      common.put(DIRECT, "false");
      common.remove(NicModel.MTU);
      return;
    }
    common.put(STAGES, "detailed");
    if (infiniband) {
      common.put(NicModel.TRANSPORT, "infiniband");
    } else {
      job.ethernet(fixed, common);
    }
  }

  private static void asSold(HostNics nics, int rails, List<Seat> seats) {
    for (int rail = 0; rail < rails; rail++) {
      seats.add(seat(nics.each(rails), nics.sharing(rails), AS_SOLD));
    }
  }

  private void seats(JobRails rails, Predicate<String> fixed, List<Seat> seats) {
    double fastest = rails.nics().stream().mapToDouble(NicModel::gbps).max().orElse(0);
    boolean slowLink = SLOW_LINK.stream().anyMatch(rule -> job.isUnfixed(rule, fixed));
    for (int rail = 0; rail < rails.rails(); rail++) {
      NicModel nic = rails.at(rail);
      double rate = slowLink ? nic.gbps() : fastest;
      double gbps = rate > 0 ? rate : cluster.machine().rails().nicRate().gbps();
      SortedMap<String, String> its = new TreeMap<>(AS_SOLD);
      nic.settings()
          .forEach((key, value) -> {
            if (key.startsWith("hosts.")) {
              its.put(key, value);
            }
          });
      seats.add(seat(gbps / rails.sharing(), rails.sharing(), its));
    }
  }

  /** Of a NIC that several rails share each has its part. */
  private static Seat seat(double gbps, int sharing, SortedMap<String, String> settings) {
    SortedMap<String, String> its = new TreeMap<>(settings);
    if (sharing > 1) {
      its.put(SHARING, String.valueOf(sharing));
      Optional<Processor> cpu = Processor.named(settings.getOrDefault(NicModel.CPU, ""));
      its.put(PEER_RATE, part(cpu.map(Processor::writes), sharing));
      its.put(PEER_READ_RATE, part(cpu.map(Processor::reads), sharing));
    }
    return new Seat(NicModel.gbps(gbps), its);
  }

  /** Of what a known processor passes on, else any. */
  private static String part(Optional<PeerTransferRate> figure, int sharing) {
    if (figure.isPresent() && figure.get().rate().isEmpty()) {
      return NO_LIMIT;
    }
    double gbps = figure.flatMap(PeerTransferRate::rate).map(Rate::gbps).orElse(PEER_GBPS);
    return NicModel.gbps(gbps / sharing);
  }

  private static Seat with(Seat seat, String key, String value) {
    SortedMap<String, String> settings = new TreeMap<>(seat.settings());
    settings.put(key, value);
    return new Seat(seat.rate(), settings);
  }

  private HostFacts fixed(HostFacts host, Predicate<String> fixed) {
    FactEdits factEdits = FactEdits.NONE;
    for (Finding finding : findings) {
      if (finding.place().host().equals(host.name()) && fixed.test(finding.rule())) {
        factEdits = factEdits.plus(finding.remedy().factEdits());
      }
    }
    return factEdits.applyTo(host);
  }

  /**
   * What was read of each host of a job, by name; domains do not count. If no name is the same,
   * those that have NICs are taken in their order. A machine of several hosts, such as a rack that
   * one NVLink domain joins, counts as its hosts.
   *
   * @param names of the hosts; none if nothing says them
   */
  static List<Optional<HostFacts>> matched(
      List<String> names, Cluster cluster, List<HostFacts> all) {
    List<HostFacts> servers = all.stream().filter(host -> !NicModel.of(host).isEmpty()).toList();
    List<Optional<HostFacts>> matched = new ArrayList<>();
    for (String name : names) {
      matched.add(
          servers.stream()
              .filter(host -> HostName.bare(host.name()).equals(HostName.bare(name)))
              .findFirst());
    }
    if (matched.stream().allMatch(Optional::isEmpty)) {
      matched.clear();
      servers.stream().map(Optional::of).forEach(matched::add);
    }
    int nics = cluster.machines() * cluster.machine().rails().nics();
    int asSold = cluster.machines() * cluster.machine().hosts();
    int hosts = !names.isEmpty() && nics % names.size() == 0 ? names.size() : asSold;
    while (matched.size() < hosts) {
      matched.add(Optional.empty());
    }
    return List.copyOf(matched.subList(0, hosts));
  }
}
