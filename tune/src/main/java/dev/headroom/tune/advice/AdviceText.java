package dev.headroom.tune.advice;

import dev.headroom.run.figures.NumberText;
import dev.headroom.tune.study.StudyText;
import dev.headroom.unit.CountedNoun;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Sentences of an advice, the same on every screen and page. */
public final class AdviceText {
  private final FabricAdvice advice;

  public AdviceText(FabricAdvice advice) {
    this.advice = advice;
  }

  /** {@code 1,024 hosts at 400Gbps on tomahawk-5}. */
  public String title() {
    ClusterPlan plan = advice.plan().cluster();
    return "%,d hosts at %s on %s"
        .formatted(plan.hosts(), plan.rate(), plan.chip().model().model());
  }

  /** The design, a line each. */
  public List<String> design() {
    ClusterPlan plan = advice.plan().cluster();
    FabricDesign design = advice.basis().design();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, %s: %s; oversubscription %s"
            .formatted(
                design.topology().word(),
                CountedNoun.of(design.switches(), "switch", "switches"),
                design.tiers().stream().map(this::tier).collect(Collectors.joining("; ")),
                NumberText.ratio(design.oversubscription())));
    lines.add(
        "%s has %d ports of %s here; %s to a host, %s between switches, %,d cables between switches"
            .formatted(
                plan.chip().model().model(),
                plan.chip().count(),
                plan.rate(),
                plan.cable(),
                plan.uplinkCable(),
                design.trunks()));
    if (design.hosts() > plan.hosts()) {
      lines.add(
          "room for %,d hosts, %,d more than asked for: switches of a tier are alike"
              .formatted(design.hosts(), design.hosts() - plan.hosts()));
    }
    return lines;
  }

  private String tier(SwitchTier tier) {
    String ports =
        tier.up() == 0 ? tier.down() + " ports" : tier.down() + " down, " + tier.up() + " up";
    String noun = tier.name().equals("leaf") ? "leaves" : tier.name() + "s";
    return tier.name().equals("switch")
        ? "1 with " + ports
        : "%,d %s with %s".formatted(tier.switches(), noun, ports);
  }

  /** What is simulated, and why its answers carry over; a sentence each. */
  public List<String> piece() {
    FabricPiece piece = advice.basis().piece();
    if (piece.isWhole()) {
      return List.of("The whole fabric is simulated.");
    }
    List<String> all = new ArrayList<>();
    FabricDesign design = piece.design();
    all.add(
        "A piece stands for the fabric: %s, %s; %s of buffer a switch."
            .formatted(
                design.topology().word(),
                design.tiers().stream().map(this::tier).collect(Collectors.joining("; ")),
                NumberText.size(piece.bufferBytes())));
    all.addAll(piece.scaled());
    return all;
  }

  /** The traffic, a line each. */
  public List<String> traffic() {
    return advice.cases().stream().map(each -> each.name() + ": " + each.description()).toList();
  }

  /** What the search found, in sentences; empty if it was not made. */
  public List<String> search() {
    List<String> all = new ArrayList<>();
    advice.search().result().map(SearchSentence::of).ifPresent(all::add);
    advice
        .search()
        .total()
        .ifPresent(total ->
            all.add(
                "The formulas' settings beside %s, on seeds of their own: %s."
                    .formatted(
                        advice.search().changed().isEmpty()
                            ? "the search's, which are not recommended for that reason"
                            : "the recommended ones",
                        DifferenceText.of(total))));
    advice
        .search()
        .result()
        .ifPresent(result -> {
          StudyText text = new StudyText(result);
          if (!text.flat().isEmpty()) {
            all.add(text.flat());
          }
          result
              .robustness()
              .forEach(each ->
                  all.add(
                      "The search's settings beside the formulas', %s: %s."
                          .formatted(each.description(), DifferenceText.of(each.differences()))));
        });
    return all;
  }
}
