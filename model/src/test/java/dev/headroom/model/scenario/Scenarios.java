package dev.headroom.model.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.yaml.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the tests of scenarios share. */
final class Scenarios {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private Scenarios() {}

  static Scenario good(String text, String... sets) {
    return switch (ScenarioReader.read(text, "s.yaml", List.of(sets), Scenarios::example)) {
      case ScenarioReader.Good good -> good.scenario();
      case ScenarioReader.Bad bad -> throw new AssertionError(bad.problems().toString());
    };
  }

  static List<Problem> bad(String text, String... sets) {
    return switch (ScenarioReader.read(text, "s.yaml", List.of(sets), Scenarios::example)) {
      case ScenarioReader.Good good -> List.of();
      case ScenarioReader.Bad bad -> bad.problems();
    };
  }

  /** Those of scenarios: rules of the audit and plans of burn-ins are no scenarios. */
  static List<Path> examples() {
    Path examples = ROOT.resolve("examples");
    try (Stream<Path> files = Files.walk(examples)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml"))
          .filter(file -> !file.startsWith(examples.resolve("rules")))
          .filter(file -> !isPlan(file))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a file beside the examples holds. */
  private static Optional<String> example(String name) {
    Path file = ROOT.resolve("examples").resolve(name);
    return Files.isRegularFile(file) ? Optional.of(text(file)) : Optional.empty();
  }

  /** A congestion control that an example runs with and most of them do not have. */
  static String otherControl(String text) {
    String usual = "congestion=paper";
    return ScenarioReader.read(text, "s.yaml", List.of(usual), Scenarios::example)
            instanceof ScenarioReader.Good
        ? usual
        : "congestion=none";
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Two scenarios are equal when all that a run sees of them is. */
  static void assertEqual(Scenario actual, Scenario expected) {
    assertThat(actual.name()).isEqualTo(expected.name());
    assertThat(actual.fabric()).isEqualTo(expected.fabric());
    assertThat(actual.failures()).isEqualTo(expected.failures());
    assertThat(actual.wear()).isEqualTo(expected.wear());
    assertThat(actual.settings()).isEqualTo(expected.settings());
    assertThat(actual.overrides()).isEqualTo(expected.overrides());
    assertThat(actual.workload()).isEqualTo(expected.workload());
    assertThat(actual.parts()).isEqualTo(expected.parts());
    assertThat(flows(actual.flows())).isEqualTo(flows(expected.flows()));
  }

  private static List<List<Object>> flows(FlowProgram flows) {
    List<List<Object>> all = new ArrayList<>();
    for (int flow = 0; flow < flows.flows(); flow++) {
      List<Integer> delivered = new ArrayList<>();
      List<Integer> completed = new ArrayList<>();
      flows.whenDelivered(flow, delivered::add);
      flows.whenCompleted(flow, completed::add);
      all.add(
          List.of(
              flows.source(flow),
              flows.destination(flow),
              flows.bytes(flow),
              flows.startPs(flow),
              flows.queuePair(flow),
              flows.queuePairIndex(flow),
              flows.needs(flow),
              flows.fixedPorts(flow),
              flows.overrides(flow),
              delivered,
              completed));
    }
    return all;
  }

  /** Plans of burn-ins lie beside the fabrics that rehearse them. */
  private static boolean isPlan(Path file) {
    return String.valueOf(file.getParent()).endsWith("burnin")
        && !file.toString().endsWith("-fabric.yaml");
  }
}
