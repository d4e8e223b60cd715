package dev.headroom.run.collective;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.ReferencedFiles;
import dev.headroom.model.yaml.Problem;
import dev.headroom.unit.Rate;
import java.util.List;
import java.util.stream.Collectors;

/** Scenario that runs a collective. */
public sealed interface CollectiveScenario permits NcclScenario, GlooScenario {
  Collective collective();

  Cluster machines();

  /** What the command line lays over it. */
  List<String> sets();

  /** Where it is to be run. */
  InPlaceMode places();

  /** The same in place. */
  CollectiveScenario inPlace();

  /** With so much data, as a file would say it. */
  String yaml(long bytes);

  /** With so much data. */
  default Scenario at(long bytes) {
    return switch (ScenarioReader.read(
        yaml(bytes), "collective", sets(), ReferencedFiles.HERE::text)) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad ->
          throw new BadInputException(
              bad.problems().stream()
                  .map(problem -> withoutPlace(problem).toString())
                  .collect(Collectors.joining("\n")));
    };
  }

  /**
   * A rail-optimized fabric that holds nobody back: pods of up to 32 machines, as many spines as a
   * leaf has machines.
   *
   * @param railRate what a machine's NICs carry on each rail
   */
  static String fabric(Cluster machines, Rate railRate) {
    int perPod = Math.min(32, machines.machines());
    return """
    fabric:
      topology: rail-optimized
      servers: %d
      rails: %d
      serversPerPod: %d
      spines: %d
      links: {rate: %s, cable: 30m}
    """
        .formatted(
            machines.machines(), machines.machine().rails().nics(), perPod, perPod, railRate);
  }

  /** Lines of a text that the user never saw help nobody. */
  private static Problem withoutPlace(Problem problem) {
    return new Problem(problem.file(), 0, 0, problem.key(), problem.what(), problem.right());
  }
}
