package dev.headroom.tune.advice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Scenario of a designed fabric, as YAML. */
final class DesignedScenario {
  private static final String SWITCHES = "fabric.switches.";

  private DesignedScenario() {}

  /**
   * The text.
   *
   * @param name for titles
   * @param comments lines at its head
   * @param buffer bytes of a switch; 0 for all of its chip
   * @param knobs beside those of the design, by name
   * @param workload in YAML's flow style
   */
  static String text(
      String name,
      List<String> comments,
      ClusterPlan plan,
      FabricDesign design,
      long buffer,
      Map<String, String> knobs,
      String workload) {
    List<String> lines = new ArrayList<>();
    comments.forEach(each -> lines.add("# " + each));
    lines.add("name: " + name);
    lines.add("fabric:");
    lines.add("  topology: " + design.topology().word());
    design.keys().forEach((key, value) -> lines.add("  " + key + ": " + value));
    lines.add(
        "  links: {rate: %s, cable: %s, uplinkCable: %s}"
            .formatted(plan.rate(), plan.cable(), plan.uplinkCable()));
    Map<String, String> switches = new LinkedHashMap<>();
    switches.put("model", plan.chip().model().model());
    if (buffer > 0) {
      switches.put("buffer", buffer + "B");
    }
    Map<String, Map<String, String>> sections = new LinkedHashMap<>();
    knobs.forEach((knob, value) -> {
      if (knob.startsWith(SWITCHES)) {
        switches.put(knob.substring(SWITCHES.length()), value);
      } else {
        int dot = knob.indexOf('.');
        sections
            .computeIfAbsent(knob.substring(0, dot), _ -> new LinkedHashMap<>())
            .put(knob.substring(dot + 1), value);
      }
    });
    lines.add("  switches: " + flow(switches));
    sections.forEach((section, values) -> lines.add(section + ": " + flow(values)));
    lines.add("workload: " + workload);
    return String.join("\n", lines) + "\n";
  }

  private static String flow(Map<String, String> values) {
    return values.entrySet().stream()
        .map(each -> each.getKey() + ": " + quoted(each.getValue()))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String quoted(String value) {
    return value.matches("[\\w.%-]+|\\[.*]") ? value : '"' + value + '"';
  }
}
