package dev.headroom.tune.study;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.scenario.ScenarioReader;
import dev.headroom.model.workload.SizeDistribution;
import dev.headroom.model.yaml.YamlNode;
import dev.headroom.model.yaml.YamlParser;
import dev.headroom.model.yaml.YamlProblems;
import dev.headroom.tune.trial.ScenarioText;
import dev.headroom.unit.Size;
import dev.headroom.unit.UnitException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Changes of conditions that make sense for a scenario. */
public final class ConditionChanges {
  private static final YamlParser.Sought SOUGHT =
      new YamlParser.Sought("scenario", "write a block with fabric and workload");

  /** Load of a change, as a multiple of the scenario's. */
  private static final double MORE = 1.25;

  /** No link carries more than its rate for long. */
  private static final double MOST_LOAD = 0.95;

  private final ScenarioText text;
  private final Scenario scenario;
  private final List<ConditionChange> changes = new ArrayList<>();

  private ConditionChanges(ScenarioText text, Scenario scenario) {
    this.text = text;
    this.scenario = scenario;
  }

  /**
   * Those of a scenario: a link between switches is down, the load is a quarter more or messages
   * are twice as long, and sizes come from another published distribution. A change that the
   * scenario refuses, or that changes nothing, is left out.
   */
  public static List<ConditionChange> of(ScenarioText text, Scenario scenario) {
    ConditionChanges all = new ConditionChanges(text, scenario);
    all.addFailedLink();
    all.addWorkloads();
    return List.copyOf(all.changes);
  }

  private void addFailedLink() {
    if (!scenario.failures().isEmpty()) {
      return; // it has its own
    }
    Fabric fabric = scenario.fabric();
    for (Link link : fabric.links()) {
      Node one = fabric.nodes().get(link.a());
      Node other = fabric.nodes().get(link.b());
      if (!one.isHost() && !other.isHost() && hasAnotherWay(fabric, link)) {
        String name = one.name() + "/" + other.name();
        addIfAccepted(
            new ConditionChange(
                "link-down",
                "link " + name + " is down from the start, and traffic takes other ways",
                List.of(
                    "fabric.failures=[{link: " + name + "#0, down: 0ns}]",
                    "failure.detection=0ns",
                    "failure.convergence=0ns")));
        return;
      }
    }
  }

  /** Whether the lower switch has another link upwards. */
  private static boolean hasAnotherWay(Fabric fabric, Link link) {
    Node one = fabric.nodes().get(link.a());
    Node other = fabric.nodes().get(link.b());
    Node lower = one.tier() <= other.tier() ? one : other;
    return fabric.ports().get(lower.id()).stream()
            .map(position -> fabric.nodes().get(fabric.links().get(position).other(lower.id())))
            .filter(peer -> !peer.isHost() && peer.tier() >= lower.tier())
            .count()
        > 1;
  }

  private void addWorkloads() {
    Optional<YamlNode> workload =
        YamlParser.parse(text.text(), text.name(), SOUGHT, new YamlProblems())
            .filter(YamlNode.Mapping.class::isInstance)
            .flatMap(root -> ((YamlNode.Mapping) root).value("workload"));
    List<String> loads = new ArrayList<>();
    List<String> sizes = new ArrayList<>();
    List<String> mixes = new ArrayList<>();
    workload.ifPresent(node -> collect(node, "workload", loads, sizes, mixes));
    if (!loads.isEmpty()) {
      addIfAccepted(new ConditionChange("more-load", "a quarter more load", loads));
    }
    if (!sizes.isEmpty()) {
      addIfAccepted(new ConditionChange("longer-messages", "messages twice as long", sizes));
    }
    if (!mixes.isEmpty()) {
      addIfAccepted(
          new ConditionChange(
              "other-mix", "sizes of " + mixes.getFirst().replaceAll(".*=", ""), mixes));
    }
  }

  private static void collect(
      YamlNode node, String key, List<String> loads, List<String> sizes, List<String> mixes) {
    if (node instanceof YamlNode.Sequence list) {
      for (int i = 0; i < list.items().size(); i++) {
        collect(list.items().get(i), key + "." + i, loads, sizes, mixes);
      }
    } else if (node instanceof YamlNode.Mapping entry) {
      scalar(entry, "load")
          .flatMap(ConditionChanges::more)
          .ifPresent(load -> loads.add(key + ".load=" + load));
      scalar(entry, "size")
          .flatMap(ConditionChanges::twice)
          .ifPresent(size -> sizes.add(key + ".size=" + size));
      scalar(entry, "sizes")
          .flatMap(ConditionChanges::another)
          .ifPresent(mix -> mixes.add(key + ".sizes=" + mix));
    }
  }

  private static Optional<String> scalar(YamlNode.Mapping entry, String key) {
    return entry
        .value(key)
        .filter(YamlNode.Scalar.class::isInstance)
        .map(value -> ((YamlNode.Scalar) value).text());
  }

  private static Optional<String> more(String load) {
    try {
      double more = Math.min(MOST_LOAD, Double.parseDouble(load) * MORE);
      return Optional.of(Double.toString(Math.round(more * 1000) / 1000.0));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> twice(String size) {
    try {
      return Optional.of(2 * Size.parse(size).bytes() + "B");
    } catch (UnitException e) {
      return Optional.empty();
    }
  }

  /** The next of the published distributions, in the order of their names. */
  private static Optional<String> another(String mix) {
    TreeSet<String> names = new TreeSet<>(SizeDistribution.published().keySet());
    if (!names.contains(mix)) {
      return Optional.empty();
    }
    String next = names.higher(mix);
    return Optional.of(next == null ? names.first() : next);
  }

  private void addIfAccepted(ConditionChange change) {
    if (text.read(change.overrides()) instanceof ScenarioReader.Good) {
      changes.add(change);
    }
  }
}
