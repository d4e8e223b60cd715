package dev.headroom.run.figures;

import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Interrupt storms that began before the end of a run, in time order.
 *
 * @param all those that began
 * @param usesCores whether anything in the run needed cores: the kernel's TCP, or who sleeps until
 *     a completion comes
 */
public record InterruptStorms(List<Storm> all, boolean usesCores) {
  /**
   * One of them.
   *
   * @param host where
   * @param fromPs when it began
   * @param untilPs when it was over, or the run
   * @param perSecond interrupts a second of each core
   * @param share of each core that they took, 0 to 1
   * @param cores of the host for networking
   */
  public record Storm(
      String host, long fromPs, long untilPs, double perSecond, double share, long cores) {}

  /** Those that a scenario has. */
  public static InterruptStorms of(Scenario scenario, RunResult result) {
    List<InterruptStorm> changes = scenario.failures(InterruptStorm.class);
    List<Storm> storms = new ArrayList<>();
    for (InterruptStorm begins : changes) {
      if (begins.perSecond() > 0 && begins.at().ps() < result.endPs()) {
        long untilPs =
            changes.stream()
                .filter(end -> end.node() == begins.node() && end.at().compareTo(begins.at()) > 0)
                .mapToLong(end -> end.at().ps())
                .findFirst()
                .orElse(Long.MAX_VALUE);
        storms.add(storm(scenario, begins, Math.min(untilPs, result.endPs())));
      }
    }
    return new InterruptStorms(storms, result.counts().cpu().busyPs() > 0);
  }

  private static Storm storm(Scenario scenario, InterruptStorm storm, long untilPs) {
    Node host = scenario.fabric().nodes().get(storm.node());
    Settings own = scenario.at(host);
    double seconds = own.get(CpuKnobs.INTERRUPT) / (own.get(CpuKnobs.FREQUENCY) * 1e9);
    return new Storm(
        host.name(),
        storm.at().ps(),
        untilPs,
        storm.perSecond(),
        storm.share(seconds),
        own.get(CpuKnobs.CORES) + own.get(CpuKnobs.INTERRUPT_CORES));
  }

  public void write(JsonWriter json) {
    json.array("interruptStorms");
    for (Storm storm : all) {
      json.object()
          .put("host", storm.host)
          .put("fromPs", storm.fromPs)
          .put("untilPs", storm.untilPs)
          .put("perSecond", storm.perSecond)
          .put("takenShare", storm.share)
          .put("cores", storm.cores)
          .endObject();
    }
    json.endArray();
  }
}
