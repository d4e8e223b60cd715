package dev.headroom.run.summary;

import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.AckTimeoutText;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.PortLoads;
import dev.headroom.sim.check.ReorderingRisk;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.RunResult;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Headlines about dropped and retransmitted packets. */
final class LossHeadlines {
  /** Causes of drops for lack of room. */
  static final List<DropCause> FOR_ROOM =
      List.of(
          DropCause.HEADROOM_FULL,
          DropCause.LINK_FLAP,
          DropCause.BUFFER_FULL,
          DropCause.HOST_BUFFER);

  private final Scenario scenario;
  private final RunResult result;
  private final PortLoads ports;

  LossHeadlines(Scenario scenario, RunResult result, PortLoads ports) {
    this.scenario = scenario;
    this.result = result;
    this.ports = ports;
  }

  /** A lossless class dropped packets. */
  Optional<Headline> losslessDrops() {
    List<PortLoad> worst = ports.top(1, load -> losslessDrops(load));
    long total = FOR_ROOM.stream().mapToLong(this::losslessDrops).sum();
    if (worst.isEmpty() || total == 0) {
      return Optional.empty();
    }
    DropCause cause =
        Collections.max(FOR_ROOM, Comparator.comparingLong(this::losslessDrops)); // first of equals
    return headlineOf(
        Headline.Kind.LOSSLESS_DROPS,
        NumberText.plural(total, "packet", "packets")
            + " of a lossless class "
            + (total == 1 ? "was" : "were")
            + " dropped, most at "
            + ports.from(worst.getFirst()).name()
            + ": "
            + fault(cause)
            + ".");
  }

  /** A host that sends PFC drops what finds no room once it has given that up. */
  private String fault(DropCause cause) {
    return cause == DropCause.HOST_BUFFER
            && result.hosts().stream().anyMatch(host -> host.pauseStorms() > 0)
        ? "a NIC whose host stopped draining it sent PFC pauses for hosts.pauseLimit, and then "
            + "stopped"
        : DropReasons.fault(cause, scenario);
  }

  /** At least {@link HeadlineSelector#LOST} of the data packets were dropped or sent again. */
  Optional<Headline> loss() {
    long lost = Math.max(allDrops(), result.counts().retransmissions());
    double share = (double) lost / Math.max(1, result.counts().dataPackets());
    if (share < HeadlineSelector.LOST) {
      return Optional.empty();
    }
    Optional<DropCause> cause =
        result.counts().drops().entrySet().stream()
            .max(
                Map.Entry.<DropCause, Long>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey);
    return headlineOf(
        Headline.Kind.LOSS,
        lossText(cause)
            + " and "
            + NumberText.percent(
                (double) result.counts().retransmissions()
                    / Math.max(1, result.counts().dataPackets()))
            + " of the packets were retransmitted"
            + (allDrops() == 0 && result.counts().trims() == 0 ? reorderingText() : "")
            + refusals()
            + timeouts()
            + ".");
  }

  /** How often a SEND found no receive posted. */
  private String refusals() {
    long refusals = result.counts().rnrNaks();
    return refusals == 0
        ? ""
        : "; receivers were not ready "
            + NumberText.plural(refusals, "time", "times")
            + " (RNR NAK): transport.receiveQueue, transport.receiveRepost";
  }

  /** How often and how long queue pairs stood still until they knew of a loss. */
  private String timeouts() {
    long timeouts = result.counts().streams().timeouts();
    return AckTimeoutText.of(scenario)
        .filter(_ -> timeouts > 0)
        .map(each ->
            "; senders waited for "
                + NumberText.plural(timeouts, "timeout", "timeouts")
                + " of "
                + each)
        .orElse("");
  }

  /** Why packets are sent again that were not lost, where that is known; and the way out. */
  private String reorderingText() {
    Settings settings = scenario.settings();
    boolean missed = result.counts().naks() > 0; // where nothing was lost: overtaken
    return (missed && settings.get(RoutingKnobs.ROUTING).mayChooseAnew()
            ? ReorderingRisk.inOrderOnly(settings)
            : ReorderingRisk.of(settings))
        .map(each -> ": " + CheckText.reorderingText(each))
        .orElse("");
  }

  /** What became of packets that did not arrive, or that nothing did. */
  private String lossText(Optional<DropCause> cause) {
    long trims = result.counts().trims();
    if (allDrops() > 0 || trims == 0) {
      return (allDrops() == 0
              ? "No packet was lost"
              : NumberText.plural(allDrops(), "packet was lost", "packets were lost"))
          + cause.map(c -> " (" + DropReasons.text(c, scenario) + ")").orElse("");
    }
    return NumberText.plural(trims, "packet was trimmed", "packets were trimmed") + ", none lost,";
  }

  /** Packets of lossless classes that a port dropped, but for those lost on the wire to it. */
  private long losslessDrops(PortLoad load) {
    long drops = 0;
    for (int priority : scenario.settings().get(PfcKnobs.PFC_CLASSES)) {
      drops += load.port().drops()[priority] - load.port().lost()[priority];
    }
    return drops;
  }

  private long losslessDrops(DropCause cause) {
    return result.counts().losslessDrops().getOrDefault(cause, 0L);
  }

  private long allDrops() {
    return result.counts().drops().values().stream().mapToLong(Long::longValue).sum();
  }

  private static Optional<Headline> headlineOf(Headline.Kind kind, String text) {
    return Optional.of(new Headline(kind, text));
  }
}
