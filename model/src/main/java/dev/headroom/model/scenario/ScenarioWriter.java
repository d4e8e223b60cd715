package dev.headroom.model.scenario;

import dev.headroom.model.fabric.Cables;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkException;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.fabric.Topology;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.flow.FlowOverrides;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.wear.WearKnobs;
import dev.headroom.model.wear.WornLink;
import dev.headroom.model.workload.Workload;
import dev.headroom.model.workload.Workloads;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writer of a scenario as a file that reads back equal, with presets and command line options
 * merged in. What is at its default stands there as a comment, so that the file says everything.
 *
 * <p>What a builder or generator made is written as what it was told; anything else node by node
 * and flow by flow. Listed flows have a queue pair of their own each.
 */
public final class ScenarioWriter {
  private final StringBuilder out = new StringBuilder();

  private final List<String> hosts;

  private ScenarioWriter(List<String> hosts) {
    this.hosts = hosts;
  }

  /** The file. */
  public static String write(Scenario scenario) {
    ScenarioWriter writer =
        new ScenarioWriter(
            scenario.fabric().hosts().stream().map(Node::name).map(YamlQuote::scalar).toList());
    writer.scenario(scenario);
    return writer.out.toString();
  }

  private void scenario(Scenario scenario) {
    line(0, "# A scenario as it was run. Commented keys have their default values.");
    line(0, "name: " + YamlQuote.scalar(scenario.name()));
    line(0, "fabric:");
    fabric(scenario.fabric());
    block(2, "switches", KnobKeys.in("fabric.switches"), scenario.settings());
    failures(scenario);
    for (String section :
        List.of(
            "hosts", "transport", "congestion", "pfc", "credits", "routing", "failure", "run")) {
      section(section, scenario.settings());
    }
    overrides(scenario.overrides());
    workload(scenario);
  }

  private void line(int indent, String text) {
    out.repeat(' ', indent).append(text).append('\n');
  }

  /** A section with its inner blocks. */
  private void section(String section, Settings settings) {
    boolean any =
        Knobs.all().stream()
            .anyMatch(knob -> knob.section().equals(section) && settings.isSet(knob));
    line(0, (any ? "" : "# ") + section + ":");
    knobs(2, KnobKeys.in(section), settings);
    for (String block : KnobKeys.blocksIn(section)) {
      block(2, KnobKeys.last(block), KnobKeys.in(block), settings);
    }
  }

  private void block(int indent, String key, List<Knob<?>> knobs, Settings settings) {
    boolean any = knobs.stream().anyMatch(settings::isSet);
    line(indent, (any ? "" : "# ") + key + ":");
    knobs(indent + 2, knobs, settings);
  }

  private void knobs(int indent, List<Knob<?>> knobs, Settings settings) {
    for (Knob<?> knob : knobs) {
      String plain = settings.print(knob).orElse("");
      if (plain.contains("\n")) {
        line(indent, KnobKeys.last(knob) + ": |");
        plain.lines().forEach(each -> line(indent + 2, each));
        continue;
      }
      String value = KnobKeys.value(knob, settings).orElse("(" + knob.derivation() + ")");
      line(indent, (settings.isSet(knob) ? "" : "# ") + KnobKeys.last(knob) + ": " + value);
    }
  }

  private void fabric(Fabric fabric) {
    if (fabric.recipe().isNone()) {
      graph(fabric);
      return;
    }
    Settings told = fabric.recipe().parameters();
    line(2, "topology: " + fabric.recipe().kind());
    List<Knob<?>> own =
        Topologies.named(fabric.recipe().kind()).map(Topology::parameters).orElse(List.of());
    knobs(2, own, told);
    boolean differ = !fabric.exceptions().isEmpty();
    line(2, (differ || Cables.PARAMETERS.stream().anyMatch(told::isSet) ? "" : "# ") + "links:");
    knobs(4, Cables.PARAMETERS, told);
    if (differ) {
      line(4, LinkExceptionReader.KEY + ":");
      fabric.exceptions().forEach(this::exception);
    }
  }

  private void exception(LinkException exception) {
    StringBuilder text = new StringBuilder("- {link: ").append(YamlQuote.scalar(exception.links()));
    for (Knob<?> knob : Cables.OF_EXCEPTIONS) {
      if (exception.settings().isSet(knob)) {
        text.append(", ").append(KnobKeys.last(knob)).append(": ");
        text.append(KnobKeys.value(knob, exception.settings()).orElse(""));
      }
    }
    line(6, text.append('}').toString());
  }

  private void graph(Fabric fabric) {
    line(2, "topology: " + FabricReader.GRAPH);
    line(2, "shape: " + YamlQuote.scalar(fabric.shape()));
    line(2, "nodes:");
    for (Node node : fabric.nodes()) {
      line(
          4,
          "- {%s: %s, tier: %d, group: %d}"
              .formatted(
                  node.isHost() ? "host" : "switch",
                  YamlQuote.scalar(node.name()),
                  node.tier(),
                  node.group()));
    }
    line(2, "links:");
    for (Link link : fabric.links()) {
      line(
          4,
          "- {a: %s, b: %s, rate: %s, delay: %s%s}"
              .formatted(
                  name(fabric, link.a()),
                  name(fabric, link.b()),
                  link.rate(),
                  link.delay(),
                  rest(link)));
    }
  }

  private static String rest(Link link) {
    return (link.loss() == 0 ? "" : ", loss: " + link.loss())
        + (link.bitErrors() == 0 ? "" : ", bitErrors: " + link.bitErrors());
  }

  private static String name(Fabric fabric, int node) {
    return YamlQuote.scalar(fabric.nodes().get(node).name());
  }

  private void failures(Scenario scenario) {
    if (!scenario.failures().isEmpty()) {
      line(2, "failures:");
      new FailureWriter(scenario).lines().forEach(entry -> line(4, entry));
    }
    if (!scenario.wear().isEmpty()) {
      line(2, WearReader.KEY + ":");
      scenario.wear().stream().map(WornLink::settings).distinct().forEach(this::worn);
    }
  }

  private void worn(Settings told) {
    line(
        4,
        WearKnobs.ALL.stream()
            .filter(told::isSet)
            .map(knob -> KnobKeys.last(knob) + ": " + KnobKeys.value(knob, told).orElse(""))
            .collect(Collectors.joining(", ", "- {", "}")));
  }

  private void overrides(List<Scenario.Override> overrides) {
    if (overrides.isEmpty()) {
      return;
    }
    line(0, "overrides:");
    for (Scenario.Override override : overrides) {
      line(2, "- select: " + YamlQuote.scalar(override.select()));
      for (Knob<?> knob : Knobs.all()) {
        if (override.settings().isSet(knob)) {
          line(4, knob.name() + ": " + KnobKeys.value(knob, override.settings()).orElse(""));
        }
      }
    }
  }

  private void workload(Scenario scenario) {
    line(0, "workload:");
    if (scenario.flows() instanceof CombinedFlowProgram combinedFlowProgram) {
      for (int i = 0; i < combinedFlowProgram.parts().size(); i++) {
        FlowProgram part = combinedFlowProgram.parts().get(i);
        line(2, "-");
        program(4, part.description(), part);
        if (!scenario.parts().isEmpty()) {
          own(scenario.parts().get(i));
        }
      }
    } else {
      program(2, scenario.workload(), scenario.flows());
    }
  }

  /** What a part sets for itself, and nothing else. */
  private void own(Settings settings) {
    for (String section : PartReader.SECTIONS) {
      List<Knob<?>> set =
          Knobs.ofParts().stream()
              .filter(knob -> knob.section().equals(section) && settings.isSet(knob))
              .toList();
      if (set.isEmpty()) {
        continue;
      }
      line(4, section + ":");
      knobs(6, KnobKeys.in(section, set), settings);
      for (String block : KnobKeys.blocksIn(section)) {
        List<Knob<?>> inner = KnobKeys.in(block, set);
        if (!inner.isEmpty()) {
          block(6, KnobKeys.last(block), inner, settings);
        }
      }
    }
  }

  private void program(int indent, String description, FlowProgram flows) {
    if (flows.recipe().isNone()) {
      list(indent, description, flows);
      return;
    }
    line(indent, "type: " + flows.recipe().kind());
    List<Knob<?>> told =
        Workloads.named(flows.recipe().kind()).map(Workload::parameters).orElse(List.of());
    knobs(indent, told, flows.recipe().parameters());
  }

  private void list(int indent, String description, FlowProgram flows) {
    line(indent, "type: " + FlowListReader.TYPE);
    line(indent, "description: " + YamlQuote.scalar(description));
    line(indent, "flows:" + (flows.flows() == 0 ? " []" : ""));
    Map<Integer, List<Integer>> after = new HashMap<>();
    Map<Integer, List<Integer>> afterCompletion = new HashMap<>();
    for (int flow = 0; flow < flows.flows(); flow++) {
      int earlier = flow;
      flows.whenDelivered(flow, later -> add(after, later, earlier));
      flows.whenCompleted(flow, later -> add(afterCompletion, later, earlier));
    }
    for (int flow = 0; flow < flows.flows(); flow++) {
      StringBuilder text = new StringBuilder("- {from: ");
      text.append(hosts.get(flows.source(flow)));
      text.append(", to: ").append(hosts.get(flows.destination(flow)));
      text.append(", size: ").append(new Size(flows.bytes(flow)));
      if (flows.startPs(flow) > 0) {
        text.append(", start: ").append(new Time(flows.startPs(flow)));
      }
      others(text, "after", after.getOrDefault(flow, List.of()));
      others(text, "afterCompletion", afterCompletion.getOrDefault(flow, List.of()));
      int ports = flows.fixedPorts(flow);
      if (ports != -1) {
        text.append(", ports: \"%d:%d\"".formatted(ports >>> 16, ports & 0xffff));
      }
      terms(text, flows.overrides(flow));
      line(indent + 2, text.append('}').toString());
    }
  }

  private static void terms(StringBuilder text, FlowOverrides own) {
    if (own.windowBytes() > 0) {
      text.append(", window: ").append(new Size(own.windowBytes()));
    }
    if (own.baseRttPs() > 0) {
      text.append(", baseRtt: ").append(new Time(own.baseRttPs()));
    }
    if (own.hasClass()) {
      text.append(", class: ").append(own.priority());
    }
  }

  private static void add(Map<Integer, List<Integer>> earlier, int later, int flow) {
    earlier.computeIfAbsent(later, ignored -> new ArrayList<>()).add(flow);
  }

  private static void others(StringBuilder text, String key, List<Integer> flows) {
    if (!flows.isEmpty()) {
      text.append(
          flows.stream()
              .map(String::valueOf)
              .collect(Collectors.joining(", ", ", " + key + ": [", "]")));
    }
  }
}
