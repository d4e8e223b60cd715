package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.check.ControlChecks;
import dev.headroom.unit.Rate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** Checks of overrides on top of other settings, and of the nodes they select. */
public final class OverrideChecks {
  /** What only switches do. */
  private static final Set<String> OF_MARKING =
      Set.of(CongestionKnobs.KMIN.name(), CongestionKnobs.KMAX.name(), CongestionKnobs.PMAX.name());

  private final Settings everywhere;
  private final OverrideList overrides;
  private final Fabric fabric;
  private final NodeNames nodes;
  private final Map<Integer, Settings> ofLinks;

  /** What is wrong at the ports of a switch, by the switch and the rate of a link like others. */
  private final Map<Node, Map<Rate, List<KnobConflict>>> known = new HashMap<>();

  /** What is wrong at links with thresholds of their own; looked for once. */
  private Optional<List<KnobConflict>> atLinks = Optional.empty();

  OverrideChecks(
      Settings everywhere, List<Scenario.Override> overrides, Fabric fabric, NodeNames nodes) {
    this.everywhere = everywhere;
    this.overrides = OverrideList.of(overrides);
    this.fabric = fabric;
    this.nodes = nodes;
    this.ofLinks = Scenario.ofLinks(fabric, overrides);
  }

  /**
   * What is wrong with one of them.
   *
   * @param said what it sets, without what that brings along
   */
  List<KnobConflict> of(Scenario.Override override, Settings said) {
    List<KnobConflict> complaints = new ArrayList<>();
    if (!override.isOfLinks()) {
      strangers(override, said, complaints);
    }
    if (isMarked(said)) {
      complaints.addAll(override.isOfLinks() ? atLinks() : atNodes(override));
    }
    return complaints;
  }

  /** What none of the nodes that it selects has. */
  private void strangers(Scenario.Override override, Settings said, List<KnobConflict> complaints) {
    List<Node> selected = nodes.selected(override.select());
    boolean anyHost = selected.stream().anyMatch(Node::isHost);
    boolean anySwitch = selected.stream().anyMatch(node -> !node.isHost());
    for (String knob : said.asMap().keySet()) {
      boolean ofHosts = knob.startsWith("hosts.");
      boolean ofSwitches = knob.startsWith("fabric.switches.") || OF_MARKING.contains(knob);
      if ((ofHosts && !anyHost && anySwitch) || (ofSwitches && !anySwitch && anyHost)) {
        complaints.add(
            new KnobConflict(
                knob,
                "'%s' selects only %s, which do not have this setting"
                    .formatted(override.select(), ofHosts ? "switches" : "hosts"),
                "select " + (ofHosts ? "hosts" : "switches")));
      }
    }
  }

  /** What is wrong at the first such link of which anything is. */
  private List<KnobConflict> atLinks() {
    if (atLinks.isEmpty()) {
      atLinks =
          Optional.of(
              IntStream.range(0, fabric.links().size())
                  .filter(link -> isMarked(ofLinks.getOrDefault(link, Settings.DEFAULTS)))
                  .mapToObj(link -> atEnds(link, _ -> true))
                  .filter(complaints -> !complaints.isEmpty())
                  .findFirst()
                  .orElse(List.of()));
    }
    return atLinks.get();
  }

  /** What is wrong at the first link of the nodes selected of which anything is. */
  private List<KnobConflict> atNodes(Scenario.Override override) {
    Set<Node> selected = new HashSet<>(nodes.selected(override.select()));
    return selected.stream()
        .filter(node -> !node.isHost())
        .flatMap(node -> fabric.ports().get(node.id()).stream())
        .filter(link -> !atEnds(link, selected::contains).isEmpty())
        .min(Comparator.naturalOrder())
        .map(link -> atEnds(link, selected::contains))
        .orElse(List.of());
  }

  private List<KnobConflict> atEnds(int index, Predicate<Node> touched) {
    Link link = fabric.links().get(index);
    return IntStream.of(link.a(), link.b())
        .mapToObj(end -> fabric.nodes().get(end))
        .filter(node -> !node.isHost() && touched.test(node))
        .map(node -> at(node, index))
        .filter(complaints -> !complaints.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  private List<KnobConflict> at(Node node, int index) {
    Rate rate = fabric.links().get(index).rate();
    Settings own = ofLinks.get(index);
    return own != null
        ? thresholds(overrides.at(everywhere, node).with(own), rate)
        : known
            .computeIfAbsent(node, _ -> new HashMap<>())
            .computeIfAbsent(rate, _ -> thresholds(overrides.at(everywhere, node), rate));
  }

  private static List<KnobConflict> thresholds(Settings settings, Rate rate) {
    List<KnobConflict> complaints = new ArrayList<>();
    ControlChecks.thresholds(settings, Set.of(rate), complaints);
    return complaints;
  }

  private static boolean isMarked(Settings settings) {
    return settings.isSet(CongestionKnobs.KMIN) || settings.isSet(CongestionKnobs.KMAX);
  }
}
