package dev.headroom.run.collective;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import java.util.List;
import java.util.Optional;

/**
 * Scenario that runs a collective of Gloo over the TCP of hosts.
 *
 * @param machines a process on each, with one NIC
 * @param algorithm the only one, if not Gloo's own choice
 * @param sets what the command line lays over it
 */
public record GlooScenario(
    Collective collective, Cluster machines, Optional<String> algorithm, List<String> sets)
    implements CollectiveScenario {

  /** Of the buffers of its collectives nothing is modelled. */
  @Override
  public InPlaceMode places() {
    return InPlaceMode.ALIKE;
  }

  @Override
  public GlooScenario inPlace() {
    return this;
  }

  @Override
  public String yaml(long bytes) {
    StringBuilder text = new StringBuilder();
    text.append("name: ").append(collective.word()).append('\n');
    text.append(CollectiveScenario.fabric(machines, machines.machine().rails().nicRate()));
    if (sets.stream().noneMatch(set -> set.startsWith("transport"))) {
      text.append("transport: tcp\n");
    }
    text.append("workload:\n  type: gloo\n");
    text.append("  collective: %s\n  size: %dB\n".formatted(collective.word(), bytes));
    algorithm.ifPresent(it -> text.append("  algorithm: %s\n".formatted(it)));
    return text.toString();
  }
}
