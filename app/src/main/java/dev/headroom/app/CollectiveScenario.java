package dev.headroom.app;

import dev.headroom.model.collective.Algorithm;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.collective.Protocol;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.scenario.Problem;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A run of a collective as a scenario.
 *
 * @param perMachine GPUs of each machine that take part, if not all
 * @param algorithm the only one, if not NCCL's choice
 * @param protocol likewise
 * @param sets what the command line lays over it
 */
record CollectiveScenario(
    Collective collective,
    Cluster machines,
    Optional<Integer> perMachine,
    Optional<Algorithm> algorithm,
    Optional<Protocol> protocol,
    List<String> sets) {

  /** With so much data. */
  Scenario at(long bytes) {
    String text = yaml(bytes);
    return switch (ScenarioReader.read(text, "collective", sets, file -> Optional.empty())) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad ->
          throw new BadInput(
              bad.problems().stream()
                  .map(problem -> withoutPlace(problem).toString())
                  .collect(Collectors.joining("\n")));
    };
  }

  /** Lines of a text that the user never saw help nobody. */
  private static Problem withoutPlace(Problem problem) {
    return new Problem(problem.file(), 0, 0, problem.key(), problem.what(), problem.right());
  }

  /**
   * A rail-optimized fabric that holds nobody back: pods of up to 32 machines, as many spines as a
   * leaf has machines.
   */
  private String yaml(long bytes) {
    Machine machine = machines.machine();
    int perPod = Math.min(32, machines.machines());
    StringBuilder text = new StringBuilder();
    text.append("name: ").append(collective.word()).append('\n');
    if (machines.sharp()) {
      text.append(SharpFabric.of(machines));
    } else {
      text.append("fabric:\n  topology: rail-optimized\n");
      text.append("  servers: %d\n  rails: %d\n".formatted(machines.machines(), machine.nics()));
      text.append("  serversPerPod: %d\n  spines: %d\n".formatted(perPod, perPod));
      text.append("  links: {rate: %s, cable: 30m}\n".formatted(machine.nicRate()));
    }
    if (sets.stream().noneMatch(set -> set.startsWith("transport"))) {
      // Switches that reduce are InfiniBand's.
      text.append(machines.sharp() ? "transport: infiniband\n" : "congestion: dcqcn\n");
    }
    text.append("workload:\n  type: nccl\n");
    text.append("  collective: %s\n  machine: %s\n".formatted(collective.word(), machine.name()));
    text.append("  size: %dB\n  sharp: %b\n".formatted(bytes, machines.sharp()));
    perMachine.ifPresent(some -> text.append("  perMachine: %d\n".formatted(some)));
    algorithm.ifPresent(it -> text.append("  algorithm: %s\n".formatted(it.word())));
    protocol.ifPresent(it -> text.append("  protocol: %s\n".formatted(it.word())));
    return text.toString();
  }
}
