package dev.headroom.formats.switches.write;

import dev.headroom.model.knob.ClassMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Classes that a scenario leaves to the simulator. A switch of which nothing is known has to be
 * told them: its own map may put RDMA's DSCP into a class without PFC, as SONiC's stock map and
 * NX-OS without a policy do.
 */
final class UnsaidClasses {
  private static final String DSCP_MAP = "fabric.switches.dscpMap";
  private static final String LOSSLESS = "pfc.classes";

  /** Of knobs transport.class and transport.cnpClass, where a scenario has none. */
  private static final int USUAL_CLASS = 3;

  private static final int USUAL_CNP_CLASS = 6;
  private static final int DSCPS_OF_CLASS = 8;

  private UnsaidClasses() {}

  /** The same with PFC's classes and the classes of RDMA's DSCPs, where it has none. */
  static WantedSwitch told(WantedSwitch wanted) {
    WantedSwitch paused = wanted.with(LOSSLESS, String.valueOf(USUAL_CLASS));
    return map(wanted).map(text -> paused.replacing(DSCP_MAP, text)).orElse(paused);
  }

  /** What was added, in a sentence; empty if the scenario says it all. */
  static Optional<String> note(WantedSwitch wanted) {
    return map(wanted)
        .map(text ->
            ("the scenario leaves the classes of DSCPs to the simulator, which puts DSCP %s;"
                    + " written are these, and other DSCPs keep the class that the switch gives"
                    + " them")
                .formatted(text.replace("=", " into class ").replace(",", " and DSCP ")));
  }

  /** Defaults of the simulator that are written, and that the scenario does not set. */
  static Optional<String> assumed(WantedSwitch wanted) {
    Map<String, String> knobs = wanted.knobs();
    List<String> assumed = new ArrayList<>();
    if (!"false".equals(knobs.get("pfc.enabled")) && !knobs.containsKey(LOSSLESS)) {
      assumed.add(LOSSLESS + " [" + USUAL_CLASS + "]");
    }
    if (map(wanted).isPresent()) {
      if (!knobs.containsKey("transport.class")) {
        assumed.add("transport.class " + USUAL_CLASS);
      }
      if (!knobs.containsKey("transport.dscp")) {
        int trafficClass = number(knobs, "transport.class").orElse(USUAL_CLASS);
        assumed.add("transport.dscp " + (DSCPS_OF_CLASS * trafficClass + 2));
      }
      if (!knobs.containsKey("transport.cnpClass")) {
        assumed.add("transport.cnpClass " + USUAL_CNP_CLASS);
      }
    }
    return assumed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "assumed, since the scenario does not set them: " + String.join(", ", assumed));
  }

  /** RDMA's data, and CNPs, which have the first DSCP of their class; empty if others are said. */
  private static Optional<String> map(WantedSwitch wanted) {
    Map<String, String> knobs = wanted.knobs();
    boolean isSaid = !knobs.getOrDefault(DSCP_MAP, "default").replace("\"", "").equals("default");
    if (isSaid || "false".equals(knobs.get("pfc.enabled"))) {
      return Optional.empty();
    }
    int trafficClass = number(knobs, "transport.class").orElse(USUAL_CLASS);
    int dscp = number(knobs, "transport.dscp").orElse(DSCPS_OF_CLASS * trafficClass + 2);
    int notifications =
        DSCPS_OF_CLASS * number(knobs, "transport.cnpClass").orElse(USUAL_CNP_CLASS);
    SortedMap<Integer, Integer> classes = new TreeMap<>();
    for (int each : new int[] {dscp, notifications}) {
      classes.put(each, ClassMap.ofDscps("default").get(each));
    }
    return Optional.of(
        classes.entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(",")));
  }

  private static Optional<Integer> number(Map<String, String> knobs, String knob) {
    return Optional.ofNullable(knobs.get(knob))
        .filter(text -> text.matches("\\d{1,2}"))
        .map(Integer::valueOf);
  }
}
