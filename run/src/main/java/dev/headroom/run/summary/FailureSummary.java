package dev.headroom.run.summary;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.FailureEvent;
import dev.headroom.model.fabric.InterruptStorm;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.PauseStorm;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.wear.WornLink;
import dev.headroom.run.figures.InterruptStorms;
import dev.headroom.run.figures.NumberText;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.Failover;
import dev.headroom.sim.measure.RunResult;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Text about the failures in a run and their cost. */
final class FailureSummary {
  private static final Set<DropCause> OF_LINKS =
      Set.of(DropCause.LINK_DOWN, DropCause.NO_ROUTE, DropCause.LINK_FLAP);

  private final Fabric fabric;
  private final RunResult result;
  private final List<FailureEvent> begun;
  private final InterruptStorms storms;

  /** Whether pauses that somebody asks for hold anything back. */
  private final boolean isLossless;

  FailureSummary(Scenario scenario, RunResult result) {
    this.fabric = scenario.fabric();
    this.result = result;
    storms = InterruptStorms.of(scenario, result);
    isLossless =
        scenario.settings().get(PfcKnobs.PFC)
            && !scenario.settings().get(PfcKnobs.PFC_CLASSES).isEmpty();
    Set<Integer> fading = new HashSet<>();
    Set<Integer> worn = scenario.wear().stream().map(WornLink::link).collect(Collectors.toSet());
    begun =
        scenario.allFailures().stream()
            .filter(failure -> failure.at().ps() < result.endPs() && breaks(failure))
            .filter(failure ->
                // what wears gets worse degree by degree: that is one failure
                !(failure instanceof LinkQuality quality && worn.contains(quality.link()))
                    || fading.add(quality.link()))
            .toList();
  }

  private boolean breaks(FailureEvent failure) {
    return switch (failure) {
      case LinkEvent link -> !link.up();
      case LinkQuality quality -> {
        Link made = fabric.links().get(quality.link());
        yield !quality.equals(LinkQuality.restored(quality.at(), quality.link(), made));
      }
      case PauseStorm storm -> storm.on();
      case InterruptStorm storm -> storm.perSecond() > 0;
      case SlowReceiver slow -> slow.drain().isPresent();
      case NicFreeze still -> still.on();
    };
  }

  /** {@code leaf-0/spine-0 went down at 100 us}, of the first thing that broke; empty if none. */
  Optional<String> first() {
    return begun.stream().findFirst().map(this::describe);
  }

  /** The same of the first of its kind, which need not be the first thing that broke. */
  private Optional<String> first(Class<? extends FailureEvent> kind) {
    return begun.stream().filter(kind::isInstance).findFirst().map(this::describe);
  }

  private String describe(FailureEvent first) {
    List<FailureEvent> together =
        begun.stream()
            .filter(failure -> failure.at().equals(first.at()))
            .filter(failure -> failure.getClass() == first.getClass())
            .toList();
    int others = begun.size() - together.size();
    return describeAll(first, together)
        + (first instanceof PauseStorm ? " from t = " : " at ")
        + NumberText.time(first.at().ps())
        + (first instanceof PauseStorm && !isLossless
            ? ", without effect because no class is lossless"
            : "")
        + (others == 0
            ? ""
            : (together.contains(begun.getFirst()) ? ", the first of " : ", one of ")
                + (others + 1)
                + " failures");
  }

  private String describeAll(FailureEvent first, List<FailureEvent> together) {
    return switch (first) {
      case LinkEvent link -> links(link.link(), together) + " went down";
      case LinkQuality quality ->
          links(quality.link(), together)
              + (quality.rateShare() < 1
                  ? " fell to " + NumberText.percent(quality.rateShare()) + " of its rate"
                  : " began to corrupt bits");
      case PauseStorm storm -> name(storm.node()) + " sent PFC pauses";
      case InterruptStorm storm -> name(storm.node()) + " was hit by an interrupt storm";
      case SlowReceiver slow ->
          name(slow.node())
              + " began to accept at most "
              + NumberText.rate(slow.drain().orElseThrow().bps());
      case NicFreeze still -> name(still.node()) + " stalled";
    };
  }

  /** One link by its ends, all of a node by the node. */
  private String links(int first, List<FailureEvent> together) {
    Link link = fabric.links().get(first);
    if (together.size() == 1) {
      return name(link.a()) + "/" + name(link.b());
    }
    for (int node : new int[] {link.a(), link.b()}) {
      if (!fabric.nodes().get(node).isHost()
          && fabric.ports().get(node).size() == together.size()
          && together.stream().allMatch(failure -> isAt(failure, node))) {
        return name(node) + " with its " + together.size() + " links";
      }
    }
    return together.size() + " links, such as " + name(link.a()) + "/" + name(link.b()) + ",";
  }

  private boolean isAt(FailureEvent failure, int node) {
    int index =
        switch (failure) {
          case LinkEvent event -> event.link();
          case LinkQuality quality -> quality.link();
          case PauseStorm _, InterruptStorm _, SlowReceiver _, NicFreeze _ -> -1;
        };
    Link link = index < 0 ? null : fabric.links().get(index);
    return link != null && (link.a() == node || link.b() == node);
  }

  /**
   * Where a link went down, or interrupts took cores that were needed: the whole sentence, with
   * what it cost.
   */
  Optional<String> sentence() {
    if (begun.stream().anyMatch(LinkEvent.class::isInstance)) {
      return first(LinkEvent.class).map(what -> what + ": " + cost() + ".");
    }
    return storms.usesCores() && !storms.all().isEmpty()
        ? first(InterruptStorm.class)
            .map(what -> what + ": " + taken(storms.all().getFirst()) + ".")
        : Optional.empty();
  }

  private static String taken(InterruptStorms.Storm storm) {
    return "it took %2$s of the time of the host's networking cores for %1$s, and this run needs them"
        .formatted(
            NumberText.time(storm.untilPs() - storm.fromPs()), NumberText.percent(storm.share()));
  }

  private String cost() {
    long lost =
        OF_LINKS.stream().mapToLong(cause -> result.counts().drops().getOrDefault(cause, 0L)).sum();
    Failover failover = result.disruptions().failover();
    if (failover.affected() == 0) {
      return lost == 0
          ? "no packet was lost"
          : NumberText.plural(lost, "packet was", "packets were")
              + " lost, but no flow waited for them";
    }
    String again =
        failover.recoveryPs().length == 0
            ? " and never recovered"
            : " and recovered after "
                + NumberText.time(failover.quantilePs(0.5))
                + (failover.recoveryPs().length == 1
                    ? ""
                    : " at the median and " + NumberText.time(failover.quantilePs(1)) + " at most");
    return NumberText.plural(failover.affected(), "flow", "flows")
        + " lost data"
        + again
        + (failover.lost() == 0 || failover.recoveryPs().length == 0
            ? ""
            : "; " + NumberText.count(failover.lost()) + " of them did not recover before the end")
        + "; "
        + NumberText.plural(lost, "packet was", "packets were")
        + " lost";
  }

  private String name(int node) {
    return fabric.nodes().get(node).name();
  }
}
