package dev.headroom.app.show;

import dev.headroom.model.pcie.PcieGeneration;
import dev.headroom.model.pcie.PciePath;
import dev.headroom.model.pcie.PciePaths;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.server.Nic;
import dev.headroom.sim.measure.AerCounts;
import dev.headroom.sim.measure.HostPcieCounts;
import dev.headroom.sim.measure.RunResult;
import java.util.Optional;

/** Source of the PCIe errors of a NIC in a run. */
public final class PcieErrorSummary {
  private PcieErrorSummary() {}

  /** As of one NIC; empty where its link is ideal. */
  public static Optional<PcieErrors> of(Scenario scenario, RunResult result, Nic nic) {
    return PciePaths.of(scenario.at(scenario.fabric().hosts().get(nic.place())))
        .map(path -> of(path, result, nic));
  }

  /** Of links on which nothing happened a run says nothing. */
  private static PcieErrors of(PciePath path, RunResult result, Nic nic) {
    Optional<HostPcieCounts> seen =
        result.slots().stream().filter(slot -> slot.host().equals(nic.host())).findFirst();
    return seen.map(slot ->
            new PcieErrors(
                PcieGeneration.of(slot.generation()), aer(slot.card()), aer(slot.port())))
        .orElse(new PcieErrors(path.link().generation(), AerCounters.NONE, AerCounters.NONE));
  }

  private static AerCounters aer(AerCounts counts) {
    return new AerCounters(counts.badTlp(), counts.badDllp(), counts.rollover(), counts.timeout());
  }
}
