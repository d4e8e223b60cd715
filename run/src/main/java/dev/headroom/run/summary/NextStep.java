package dev.headroom.run.summary;

import dev.headroom.congestion.TransportType;
import dev.headroom.model.choice.RegistrationTiming;
import dev.headroom.model.flow.CombinedFlowProgram;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Suggested next command after a run, by its headline: the same scenario with other values of the
 * setting at fault, or a check of the scenario.
 *
 * @param command {@code compare} or {@code check}
 * @param sets {@code key=value} that go with it
 * @param key what to vary; empty with {@code check}
 * @param values of it, the run's own first
 */
public record NextStep(String command, List<String> sets, String key, List<String> values) {
  private static final NextStep CHECK = new NextStep("check", List.of(), "", List.of());

  /** Empty where all is well, or nobody knows what would help. */
  public static Optional<NextStep> after(RunSummary summary) {
    Scenario scenario = summary.scenario();
    return switch (summary.headline().kind()) {
      case LOSSLESS_DROPS -> Optional.of(CHECK);
      case UNFINISHED -> Optional.of(CHECK).filter(_ -> summary.result().deadlock().exists());
      case LOSS -> recovery(summary);
      case BOTTLENECK ->
          summary
                  .network()
                  .ports()
                  .busiestOfSwitches()
                  .filter(port ->
                      summary.network().ports().to(port).isHost()
                          || summary.network().ports().like(port).size() == 1)
                  .isPresent()
              ? controls(scenario)
              : sprayingStep(scenario);
      case SLOW_COLLECTIVE ->
          CollectiveText.waits(summary.flows().slowdown())
                  && CollectiveText.fills(summary.network().ports())
              ? sprayingStep(scenario)
              : Optional.empty();
      case HOST_STALL,
          PCIE_ERRORS,
          GPU_PATH,
          GPUDIRECT_OFF,
          PCIE_SHARED,
          PCIE_LINK,
          PCIE_WINDOW,
          REGISTRATION,
          PAGE_FAULTS,
          CONTEXT_MISSES,
          TRANSLATION_MISSES,
          TRANSLATION_RATE ->
          insideHost(summary);
      case PAUSES, RATE_COLLAPSE, SLOW_TAIL -> controls(scenario);
      case QP_ERRORS -> registered(scenario);
      case UNBALANCED, INTERRUPTED, FAILURE, COLLECTIVE, JOB, INFERENCE, SLOW_PART, ALL_IS_WELL ->
          Optional.empty();
    };
  }

  private static Optional<NextStep> insideHost(RunSummary summary) {
    Scenario scenario = summary.scenario();
    return HostBottleneck.of(
            scenario, summary.result(), summary.network().ports(), summary.span().durationPs())
        .flatMap(at -> HostRemedy.of(at, scenario));
  }

  /** Memory that is registered, where nobody does that. */
  private static Optional<NextStep> registered(Scenario scenario) {
    Knob<RegistrationTiming> knob = MemoryKnobs.REGISTRATION;
    return scenario.settings().get(knob) == RegistrationTiming.NEVER
        ? Optional.of(
            new NextStep("compare", List.of(), knob.name(), List.of("never", "ahead", "on-demand")))
        : Optional.empty();
  }

  private static Optional<NextStep> controls(Scenario scenario) {
    return among("congestion", scenario, CongestionKnobs.ALGORITHM, "dcqcn", "hpcc", "swift");
  }

  /** Packets that spread over all links, taken as they come. */
  private static Optional<NextStep> sprayingStep(Scenario scenario) {
    return among("routing.algorithm", scenario, RoutingKnobs.ROUTING, "ecmp", "adaptive")
        .map(step ->
            new NextStep(
                step.command, List.of("transport.recovery=out-of-order"), step.key, step.values));
  }

  private static Optional<NextStep> recovery(RunSummary summary) {
    return summary.result().counts().drops().isEmpty()
        ? among("transport.recovery", summary.scenario(), TransportKnobs.RECOVERY, "out-of-order")
        : Optional.empty();
  }

  /** The value that a knob has, then these; of RoCE, and where all of a workload has the same. */
  private static Optional<NextStep> among(
      String key, Scenario scenario, Knob<?> knob, String... others) {
    if (scenario.flows() instanceof CombinedFlowProgram
        || scenario.settings().get(TransportKnobs.TRANSPORT) != TransportType.ROCEV2) {
      return Optional.empty();
    }
    List<String> values =
        Stream.concat(scenario.settings().print(knob).stream(), Stream.of(others))
            .distinct()
            .toList();
    return Optional.of(new NextStep("compare", List.of(), key, values));
  }
}
