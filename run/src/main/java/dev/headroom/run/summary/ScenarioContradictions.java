package dev.headroom.run.summary;

import dev.headroom.model.choice.HostStageDetail;
import dev.headroom.model.choice.MemoryPlace;
import dev.headroom.model.choice.WorkRequestPoster;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.ScheduledFlows;
import dev.headroom.model.flow.ScheduledPart;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Processor;
import dev.headroom.model.machine.ServerLayout;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.GpuDirect;
import dev.headroom.model.workload.Workloads;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Contradictions between two statements of a scenario about its machines, a sentence each. The
 * scenario runs, but its result matches neither statement.
 */
public final class ScenarioContradictions {
  private final Scenario scenario;
  private final Settings all;
  private final List<String> found = new ArrayList<>();

  private ScenarioContradictions(Scenario scenario) {
    this.scenario = scenario;
    all = scenario.settings();
  }

  /** Empty where all agrees. */
  public static List<String> of(Scenario scenario) {
    ScenarioContradictions contradictions = new ScenarioContradictions(scenario);
    for (ScheduledPart part : scenario.flows().schedules()) {
      ScheduledFlows flows = part.flows();
      if (flows.layout().hasGpus()) {
        contradictions.ofGpus(flows);
      }
    }
    contradictions.inNics();
    contradictions.ofLinks();
    return contradictions.found;
  }

  private void ofGpus(ScheduledFlows flows) {
    Cluster cluster = flows.layout().cluster();
    String told = all.get(PcieKnobs.MACHINE);
    String used = cluster.machine().name();
    if (isDetailed() && isReported(told) && !told.equals(used)) {
      found.add(
          "hosts are a %s (hosts.machine), but the workload's GPUs are those of a %s (workload.machine)"
              .formatted(told, used));
    }
    narrowest(flows).ifPresent(found::add);
    if (isDetailed() && !all.get(TransportKnobs.TRANSPORT).isInKernel()) {
      Workloads.gpuDirect(flows.recipe()).flatMap(job -> memory(flows, job)).ifPresent(found::add);
    }
  }

  /**
   * What NICs read and write, where that is not what the job takes them to reach. Without GPUDirect
   * payload lies in host memory, whoever copies it there.
   */
  private Optional<String> memory(ScheduledFlows flows, GpuDirect.Told job) {
    for (int rank = 0; rank < flows.layout().cluster().gpus(); rank++) {
      Node host = host(flows.hostOf(rank));
      MemoryPlace place = scenario.at(host).get(PcieKnobs.MEMORY);
      boolean gpus = place == MemoryPlace.GPU;
      if (gpus != job.isOn()) {
        return Optional.of(
            "NCCL %s that NICs reach GPU memory (%s), but the NIC of %s %s (hosts.memory.place %s)"
                .formatted(
                    job.isOn() ? "detects" : "does not detect",
                    job.setting(),
                    host.name(),
                    gpus
                        ? "reads and writes GPU memory"
                        : place == MemoryPlace.STAGED
                            ? "uses host memory, and the host copies data to and from the GPU"
                            : "reads and writes host memory",
                    place));
      }
    }
    return Optional.empty();
  }

  /** Processors without the generation that NICs' links are run as, each kind once. */
  private void ofLinks() {
    Stream<Settings> each =
        scenario.overrides().isEmpty()
            ? Stream.of(all)
            : scenario.fabric().hosts().stream().map(scenario::at);
    each.filter(own -> own.get(PcieKnobs.STAGES) == HostStageDetail.DETAILED)
        .map(ScenarioContradictions::generation)
        .flatMap(Optional::stream)
        .distinct()
        .forEach(found::add);
  }

  private static Optional<String> generation(Settings own) {
    long run = own.get(PcieKnobs.GENERATION);
    return Processor.named(own.get(CpuKnobs.MODEL))
        .filter(cpu -> cpu.pcieGeneration() < run)
        .map(cpu ->
            "a %s supports PCIe up to Gen%d (hosts.cpu.model), but the NIC's link runs at Gen%d (hosts.pcie.generation)"
                .formatted(cpu.model(), cpu.pcieGeneration(), run));
  }

  private static boolean isReported(String machine) {
    return !ServerLayout.PLAIN.equals(machine);
  }

  private boolean isDetailed() {
    return all.get(PcieKnobs.STAGES) == HostStageDetail.DETAILED;
  }

  /** Of the hosts that stand for switches that reduce, one whose link is no switch's. */
  private Optional<String> narrowest(ScheduledFlows flows) {
    Cluster cluster = flows.layout().cluster();
    if (!cluster.sharp()) {
      return Optional.empty();
    }
    int below = Math.min(cluster.machines(), cluster.perSwitch());
    int machines = cluster.gpus();
    double nic = rate(flows.hostOf(0));
    for (int rank = machines; rank < flows.ranks(); rank++) {
      double own = rate(flows.hostOf(rank));
      if (own < below * nic) {
        return Optional.of(
            "%s represents a switch that reduces the data of %d NICs; its link has %s, and theirs together have %s; headroom collective --sharp builds a fabric without this bottleneck"
                .formatted(
                    host(flows.hostOf(rank)).name(),
                    below,
                    new Rate(Math.round(own)),
                    new Rate(Math.round(below * nic))));
      }
    }
    return Optional.empty();
  }

  private Node host(int host) {
    return scenario.fabric().hosts().get(host);
  }

  private double rate(int host) {
    int node = host(host).id();
    return scenario.fabric().ports().get(node).stream()
        .map(link -> scenario.fabric().links().get(link))
        .map(Link::rate)
        .mapToDouble(Rate::bps)
        .sum();
  }

  /** Sums that NICs make, of messages that kernels carry; GPUs that ring for what hosts hold. */
  private void inNics() {
    if ("nic-collective".equals(scenario.flows().recipe().kind())
        && all.get(TransportKnobs.TRANSPORT).isInKernel()) {
      found.add(
          "NICs compute the reduction, but the hosts' kernels carry its data (transport.type tcp)");
    }
    if (isDetailed()
        && all.get(NicKnobs.POSTER) == WorkRequestPoster.GPU
        && all.get(PcieKnobs.MEMORY) == MemoryPlace.STAGED) {
      found.add(
          "GPUs ring the NIC's doorbell (hosts.nic.poster), but hosts copy the data for them "
              + "(hosts.memory.place staged)");
    }
  }
}
