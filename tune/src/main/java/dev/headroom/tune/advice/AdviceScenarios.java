package dev.headroom.tune.advice;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Scenarios that an advice leaves behind, with the recommended settings. */
public final class AdviceScenarios {
  private static final int MOST_SENDERS = 64;

  private AdviceScenarios() {}

  /** YAML by the name of the file: {@code fabric.yaml}, and {@code piece.yaml} if it is another. */
  public static Map<String, String> of(FabricAdvice advice) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("fabric.yaml", whole(advice));
    if (!advice.basis().piece().isWhole()) {
      all.put("piece.yaml", piece(advice));
    }
    return all;
  }

  /** Knobs of a scenario; the order of its sections is that of their names. */
  private static Map<String, String> knobs(FabricAdvice advice) {
    Map<String, String> knobs = new TreeMap<>(AdviceRules.knobs(advice));
    knobs.put("pfc.watchdog.action", "drop");
    return knobs;
  }

  private static String whole(FabricAdvice advice) {
    ClusterPlan plan = advice.plan().cluster();
    FabricDesign design = advice.basis().design();
    return DesignedScenario.text(
        new AdviceText(advice).title(),
        List.of(
            "Fabric designed by headroom advise, with the settings that it recommends (advice.md).",
            "The workload is an example: a permutation, and a burst into one host."),
        plan,
        design,
        0,
        knobs(advice),
        "[{type: permutation, size: 4MB}, {type: incast, fanIn: %d, senders: random, size: 500KB}]"
            .formatted(Math.min(MOST_SENDERS, design.hosts() - 1)));
  }

  private static String piece(FabricAdvice advice) {
    String workload =
        advice.cases().getFirst().overrides().stream()
            .filter(each -> each.startsWith("workload="))
            .findFirst()
            .map(each -> each.substring("workload=".length()))
            .orElse("{type: permutation}");
    return DesignedScenario.text(
        "piece of " + new AdviceText(advice).title(),
        List.of(
            "Piece of fabric.yaml that headroom advise runs in its place (advice.md says why its",
            "answers carry over), with the recommended settings."),
        advice.plan().cluster(),
        advice.basis().piece().design(),
        advice.basis().piece().bufferBytes(),
        knobs(advice),
        workload);
  }
}
