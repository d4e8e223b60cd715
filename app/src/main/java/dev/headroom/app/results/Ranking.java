package dev.headroom.app.results;

import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.Together;
import dev.headroom.sim.check.Overtaking;
import dev.headroom.sim.check.PartialUnits;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.RunResult;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Chooses the headline: the first of these that applies.
 *
 * <ol>
 *   <li>the run lost count: packets or bytes that are nowhere, by the simulator's own fault
 *   <li>a lossless class dropped packets: what PFC is there to prevent
 *   <li>queue pairs went to error
 *   <li>a person stopped the run
 *   <li>flows are unfinished
 *   <li>a link went down
 *   <li>a link was paused at least {@link #PAUSED} of the time
 *   <li>at least {@link #LOST} of the data packets were dropped or sent again
 *   <li>one link was busy at least {@link #SATURATED} of the time, or {@link #BUSY} where the
 *       median flow took at least {@link #SLOW} times as long as alone, and its like, on average,
 *       less than {@link #UNEVEN} of that, or there is none like it
 *   <li>at least {@link #MARKED} of the packets were marked, the median flow took at least {@link
 *       #SLOW} times as long as alone, and yet no link was busier than {@link #BUSY}
 *   <li>the workload is a collective: how fast it was, and what it waited for if its NICs were idle
 *   <li>the workload is a job of GPUs: where its time went
 *   <li>of several parts of the workload one had a median flow that took at least {@link #SLOW}
 *       times as long as alone, and as many times what that of another took; not of parts whose
 *       flows share links with each other by design
 *   <li>one flow in a hundred took at least {@link #TAIL} times as long as alone
 *   <li>all is well
 * </ol>
 *
 * What broke is named with any of them, before what it left unfinished.
 */
final class Ranking {
  static final double PAUSED = 0.1;
  static final double LOST = 0.001;
  static final double SATURATED = 0.9;
  static final double UNEVEN = 0.7;
  static final double MARKED = 0.05;
  static final double SLOW = 2;
  static final double BUSY = 0.7;
  static final double TAIL = 15;

  /** Ways to route on which packets of a flow may or may not overtake each other. */
  private static final Set<String> MAY_SPREAD = Set.of("own", "flowlet");

  private final Scenario scenario;
  private final RunResult result;
  private final List<WorkloadFigures> workloads;
  private final long durationPs;
  private final Ports ports;
  private final UnfinishedCounts counts;
  private final List<Stuck> stuck;
  private final List<PartResult> parts;
  private final Distribution slowdown;
  private final Breakage breakage;

  Ranking(
      Scenario scenario,
      RunResult result,
      List<WorkloadFigures> workloads,
      long durationPs,
      Ports ports,
      UnfinishedCounts counts,
      List<Stuck> stuck,
      List<PartResult> parts,
      Distribution slowdown) {
    this.scenario = scenario;
    this.result = result;
    this.workloads = workloads;
    this.durationPs = durationPs;
    this.ports = ports;
    this.counts = counts;
    this.stuck = stuck;
    this.parts = parts;
    this.slowdown = slowdown;
    breakage = new Breakage(scenario, result);
  }

  Headline headline() {
    Headline gravest = gravest();
    return gravest.kind() == Headline.Kind.FAILURE
        ? gravest
        : breakage
            .first()
            .map(what ->
                new Headline(
                    gravest.kind(),
                    gravest.kind() == Headline.Kind.UNFINISHED
                        ? what + "; " + gravest.text()
                        : gravest.text() + " Earlier, " + what + "."))
            .orElse(gravest);
  }

  private Headline gravest() {
    return Stream.<Supplier<Optional<Headline>>>of(
            this::unbalanced,
            this::losslessDrops,
            this::queuePairErrors,
            this::interrupted,
            this::unfinished,
            this::failure,
            this::pauses,
            this::loss,
            this::bottleneck,
            this::rateCollapse,
            this::collective,
            this::job,
            this::slowPart,
            this::slowTail)
        .map(Supplier::get)
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(this::allIsWell);
  }

  private Optional<Headline> unbalanced() {
    int faults = result.imbalances().size();
    return faults == 0
        ? Optional.empty()
        : told(
            Headline.Kind.UNBALANCED,
            "Do not trust this run, for which Headroom is to blame: its books do not balance, as "
                + result.imbalances().getFirst()
                + (faults > 1 ? " (and " + (faults - 1) + " more)" : "")
                + ". Please report it with its scenario.yaml.");
  }

  private Optional<Headline> losslessDrops() {
    if (!scenario.settings().get(PfcKnobs.PFC)) {
      return Optional.empty();
    }
    List<PortLoad> worst = ports.top(1, load -> losslessDrops(load));
    // Only lossless classes are counted under the first two; the others count all classes.
    Optional<DropCause> cause =
        commonest(DropCause.HEADROOM_FULL, DropCause.LINK_FLAP)
            .or(() -> commonest(DropCause.BUFFER_FULL, DropCause.HOST_BUFFER));
    if (worst.isEmpty() || cause.isEmpty()) {
      return Optional.empty();
    }
    long total = 0;
    for (PortLoad load : ports.loads()) {
      total += losslessDrops(load);
    }
    return told(
        Headline.Kind.LOSSLESS_DROPS,
        Figures.plural(total, "packet", "packets")
            + " of a lossless class "
            + (total == 1 ? "was" : "were")
            + " dropped, most at "
            + ports.from(worst.getFirst()).name()
            + ": "
            + DropReasons.fault(cause.get())
            + ".");
  }

  private Optional<Headline> queuePairErrors() {
    if (counts.failed() == 0) {
      return Optional.empty();
    }
    Map.Entry<String, Long> first =
        counts.byFailure().entrySet().stream()
            .max(
                Map.Entry.<String, Long>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .orElseThrow();
    return told(
        Headline.Kind.QP_ERRORS,
        Figures.plural(counts.failed(), "flow", "flows")
            + " failed: "
            + first.getKey()
            + (counts.byFailure().size() > 1
                ? " (" + Figures.count(first.getValue()) + " of them)"
                : "")
            + "."
            + waits().map(who -> " " + who + ".").orElse("")
            + partialUnits());
  }

  private Optional<Headline> interrupted() {
    return result.outcome() == RunResult.Outcome.INTERRUPTED
        ? told(
            Headline.Kind.INTERRUPTED,
            "Stopped by hand at "
                + Figures.time(result.endPs())
                + " of simulated time, with "
                + Figures.count(result.counts().finished())
                + " of "
                + Figures.plural(result.counts().flows(), "flow", "flows")
                + " finished.")
        : Optional.empty();
  }

  private Optional<Headline> unfinished() {
    long left = result.counts().flows() - result.counts().finished();
    Optional<String> waits = waits();
    if (left == 0 && waits.isEmpty()) {
      return Optional.empty();
    }
    if (left == 0) {
      return told(Headline.Kind.UNFINISHED, "The step was not done: " + waits.get() + ".");
    }
    String why =
        result.deadlock().exists()
            ? "a deadlock, " + StuckReasons.ring(result.deadlock(), scenario)
            : waits.isPresent()
                ? waits.get()
                : counts.neverStarted() == left
                    ? "none of them had started"
                    : stuck.isEmpty()
                        ? "the run ended"
                        : stuck.getFirst().path() + ": " + stuck.getFirst().why();
    return told(
        Headline.Kind.UNFINISHED,
        Figures.count(left)
            + " of "
            + Figures.plural(result.counts().flows(), "flow", "flows")
            + " had not finished at "
            + Figures.time(result.endPs())
            + ": "
            + why
            + "."
            + partialUnits());
  }

  private Optional<Headline> failure() {
    return breakage.sentence().flatMap(text -> told(Headline.Kind.FAILURE, text));
  }

  private Optional<Headline> pauses() {
    List<PortLoad> worst = ports.top(1, PortLoad::pausedShare);
    if (worst.isEmpty() || worst.getFirst().pausedShare() < PAUSED) {
      return Optional.empty();
    }
    String name = worst.getFirst().name(scenario.fabric());
    String root = PauseRoots.behind(worst.getFirst(), ports);
    return told(
        Headline.Kind.PAUSES,
        "The "
            + name
            + (HoldingBack.isByCredits(scenario)
                ? " link was without credit "
                : " link was paused ")
            + Figures.percent(worst.getFirst().pausedShare())
            + " of the time"
            + (root.equals(name) ? "." : "; it starts at " + root + "."));
  }

  private Optional<Headline> loss() {
    long lost = Math.max(allDrops(), result.counts().retransmissions());
    double share = (double) lost / Math.max(1, result.counts().dataPackets());
    if (share < LOST) {
      return Optional.empty();
    }
    Optional<DropCause> cause =
        result.counts().drops().entrySet().stream()
            .max(
                Map.Entry.<DropCause, Long>comparingByValue()
                    .thenComparing(Map.Entry.comparingByKey()))
            .map(Map.Entry::getKey);
    return told(
        Headline.Kind.LOSS,
        gone(cause)
            + " and "
            + Figures.percent(
                (double) result.counts().retransmissions()
                    / Math.max(1, result.counts().dataPackets()))
            + " of what was sent was sent again"
            + (allDrops() == 0 && result.counts().trims() == 0 ? overtaking() : "")
            + timeouts()
            + ".");
  }

  /** How often and how long queue pairs stood still until they knew of a loss. */
  private String timeouts() {
    long timeouts = result.counts().streams().timeouts();
    return AckTimeout.of(scenario)
        .filter(_ -> timeouts > 0)
        .map(each ->
            "; senders waited for "
                + Figures.plural(timeouts, "timeout", "timeouts")
                + " of "
                + each)
        .orElse("");
  }

  /** Why packets are sent again that were not lost, where that is known; and the way out. */
  private String overtaking() {
    Settings settings = scenario.settings();
    boolean missed = result.counts().naks() > 0; // where nothing was lost: overtaken
    return (missed && MAY_SPREAD.contains(settings.get(RoutingKnobs.ROUTING))
            ? Overtaking.inOrderOnly(settings)
            : Overtaking.of(settings))
        .map(each -> ": " + CheckWords.overtaking(each))
        .orElse("");
  }

  /** Why flows have not ended that never would. */
  private String partialUnits() {
    return PartialUnits.of(scenario)
        .map(CheckWords::partial)
        .map(text -> " " + text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".")
        .orElse("");
  }

  /** What became of packets that did not arrive, or that nothing did. */
  private String gone(Optional<DropCause> cause) {
    long trims = result.counts().trims();
    if (allDrops() > 0 || trims == 0) {
      return (allDrops() == 0
              ? "No packet was lost"
              : Figures.plural(allDrops(), "packet was lost", "packets were lost"))
          + cause.map(c -> " (" + c.text() + ")").orElse("");
    }
    return Figures.plural(trims, "packet was trimmed", "packets were trimmed") + ", none lost,";
  }

  private Optional<Headline> bottleneck() {
    List<PortLoad> busiest = ports.top(1, PortLoad::busy);
    if (busiest.isEmpty()
        || busiest.getFirst().busy() < (slowdown.p50() < SLOW ? SATURATED : BUSY)) {
      return Optional.empty();
    }
    PortLoad port = busiest.getFirst();
    List<PortLoad> like = ports.like(port);
    double all = like.stream().mapToDouble(PortLoad::busy).sum();
    int others = like.size() - 1;
    if (others == 0 && slowdown.p50() >= SLOW) {
      return told(
          Headline.Kind.BOTTLENECK,
          "The "
              + port.name(scenario.fabric())
              + " link was busy "
              + Figures.percent(port.busy())
              + " of the time, and there is no other like it: whatever crosses it shares it.");
    }
    if (others == 0 || all / like.size() >= UNEVEN * port.busy()) {
      return Optional.empty();
    }
    return told(
        Headline.Kind.BOTTLENECK,
        "The "
            + port.name(scenario.fabric())
            + " link was busy "
            + Figures.percent(port.busy())
            + " of the time while the "
            + (others == 1
                ? "other one like it was busy "
                : Figures.count(others) + " others like it averaged ")
            + Figures.percent((all - port.busy()) / others)
            + (ports.to(port).isHost()
                ? ": everything waits for " + ports.to(port).name() + "."
                : ": too many flows take it."));
  }

  private Optional<Headline> rateCollapse() {
    double marked = (double) result.counts().marks() / Math.max(1, result.counts().dataPackets());
    List<PortLoad> busiest = ports.top(1, PortLoad::busy);
    if (marked < MARKED
        || slowdown.p50() < SLOW
        || busiest.isEmpty()
        || busiest.getFirst().busy() > BUSY) {
      return Optional.empty();
    }
    return told(
        Headline.Kind.RATE_COLLAPSE,
        "ECN marked "
            + Figures.percent(marked)
            + " of the data packets and senders slowed down so far that no link was busier than "
            + Figures.percent(busiest.getFirst().busy())
            + ".");
  }

  private Optional<Headline> collective() {
    CollectiveWords words = new CollectiveWords(ports, slowdown, HostCores.of(scenario, result));
    return CollectiveFigures.of(scenario, result)
        .filter(figures -> !(scenario.flows() instanceof Together))
        .flatMap(figures ->
            told(
                words.isSlow() ? Headline.Kind.SLOW_COLLECTIVE : Headline.Kind.COLLECTIVE,
                words.sentence(figures)));
  }

  private Optional<Headline> slowPart() {
    return SlowPart.among(parts).flatMap(slow -> told(Headline.Kind.SLOW_PART, slow.sentence()));
  }

  private Optional<Headline> slowTail() {
    if (slowdown.count() == 0 || slowdown.p99() < TAIL) {
      return Optional.empty();
    }
    List<PortLoad> busiest = ports.top(1, PortLoad::busy);
    return told(
        Headline.Kind.SLOW_TAIL,
        "The slowest 1 % of the flows took at least "
            + Figures.ratio(slowdown.p99())
            + " times as long as alone, the median "
            + Figures.ratio(slowdown.p50())
            + (busiest.isEmpty() ? "" : "; " + busiestLink(busiest.getFirst()))
            + ".");
  }

  private String busiestLink(PortLoad port) {
    return "the busiest link, "
        + port.name(scenario.fabric())
        + ", was busy "
        + Figures.percent(port.busy())
        + " of the time";
  }

  private Optional<Headline> job() {
    return workloads.stream()
        .filter(each -> each.job().isPresent())
        .max(Comparator.comparingLong(WorkloadFigures::durationPs))
        .flatMap(JobWords::summary)
        .flatMap(sentence -> told(Headline.Kind.JOB, sentence));
  }

  /** Who waits for whom in the first job where anybody does. */
  private Optional<String> waits() {
    return workloads.stream().map(JobWords::whoWaits).flatMap(Optional::stream).findFirst();
  }

  private Headline allIsWell() {
    List<PortLoad> busiest = ports.top(1, PortLoad::busy);
    String flows =
        result.counts().flows() == 0
            ? "There was nothing to send"
            : allOf(result.counts().flows()) + " finished in " + Figures.time(durationPs);
    String link = busiest.isEmpty() ? "" : "; " + busiestLink(busiest.getFirst());
    return new Headline(Headline.Kind.ALL_IS_WELL, flows + link + ".");
  }

  private static String allOf(long flows) {
    if (flows > 2) {
      return "All " + Figures.count(flows) + " flows";
    }
    return flows == 2 ? "Both flows" : "The flow";
  }

  private long losslessDrops(PortLoad load) {
    long drops = 0;
    for (int priority : scenario.settings().get(PfcKnobs.PFC_CLASSES)) {
      drops += load.port().drops()[priority];
    }
    return drops;
  }

  /** The cause of most drops, the first of equals; none if no packet was dropped for any. */
  private Optional<DropCause> commonest(DropCause... causes) {
    Optional<DropCause> most = Optional.empty();
    for (DropCause each : causes) {
      if (drops(each) > most.map(this::drops).orElse(0L)) {
        most = Optional.of(each);
      }
    }
    return most;
  }

  private long drops(DropCause cause) {
    return result.counts().drops().getOrDefault(cause, 0L);
  }

  private long allDrops() {
    return result.counts().drops().values().stream().mapToLong(Long::longValue).sum();
  }

  private static Optional<Headline> told(Headline.Kind kind, String text) {
    return Optional.of(new Headline(kind, text));
  }
}
