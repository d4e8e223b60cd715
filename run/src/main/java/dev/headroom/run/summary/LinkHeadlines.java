package dev.headroom.run.summary;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.flow.FlowProgram;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.figures.Distribution;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PauseRoots;
import dev.headroom.run.figures.PortLoad;
import dev.headroom.run.figures.PortLoads;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import java.util.List;
import java.util.Optional;

/** Headlines about links: paused, too busy, or too idle. */
final class LinkHeadlines {
  /** More flows than that are not looked through. */
  private static final int MOST_FLOWS = 10_000_000;

  private final Scenario scenario;
  private final RunResult result;
  private final PortLoads ports;
  private final Distribution slowdown;

  LinkHeadlines(Scenario scenario, RunResult result, PortLoads ports, Distribution slowdown) {
    this.scenario = scenario;
    this.result = result;
    this.ports = ports;
    this.slowdown = slowdown;
  }

  /** A link was paused at least {@link HeadlineSelector#PAUSED} of the time. */
  Optional<Headline> pauses() {
    List<PortLoad> worst = ports.top(1, load -> isHarmless(load) ? 0 : load.pausedShare());
    if (worst.isEmpty() || worst.getFirst().pausedShare() < HeadlineSelector.PAUSED) {
      return Optional.empty();
    }
    String name = worst.getFirst().name(scenario.fabric());
    String root = PauseRoots.rootOf(worst.getFirst(), ports);
    return headlineOf(
        Headline.Kind.PAUSES,
        name
            + (FlowControlTerms.isByCredits(scenario) ? " was without credit " : " was paused ")
            + NumberText.percent(worst.getFirst().pausedShare())
            + " of the run"
            + (root.equals(name) ? "." : cause(root)));
  }

  private String cause(String root) {
    return (FlowControlTerms.isByCredits(scenario)
            ? "; the lack of credit starts at "
            : "; the pauses start at ")
        + root
        + ".";
  }

  /** Whether a switch had nothing to send in the classes that were paused. */
  private boolean isHarmless(PortLoad load) {
    PortResult port = load.port();
    long[] pausedPs = port.pausedPs();
    boolean nobody = !ports.from(load).isHost();
    for (int priority = 0; nobody && priority < pausedPs.length; priority++) {
      nobody =
          pausedPs[priority] == 0
              || (port.packets()[priority] == 0 && port.peakQueueBytes()[priority] == 0);
    }
    return nobody;
  }

  /**
   * One link was busier than those that flows could have taken instead, or all share the only one;
   * or several hosts sent to one. A host that fills its own link is no bottleneck of the network.
   */
  Optional<Headline> bottleneck() {
    Optional<PortLoad> busiest = ports.busiestOfSwitches();
    double least =
        slowdown.p50() < HeadlineSelector.SLOW ? HeadlineSelector.SATURATED : HeadlineSelector.BUSY;
    return busiest.filter(port -> port.busy() >= least).flatMap(this::bottleneck);
  }

  private Optional<Headline> bottleneck(PortLoad port) {
    if (hasLess(port, ports)) {
      return headlineOf(
          Headline.Kind.BOTTLENECK, busy(port) + ", " + slownessText(port, ports) + ".");
    }
    if (ports.to(port).isHost()) {
      return hasOneSender(ports.to(port))
          ? Optional.empty()
          : uneven(port, ports.like(port), ": all senders wait for " + ports.to(port).name() + ".");
    }
    return ports.like(port).size() == 1 && slowdown.p50() >= HeadlineSelector.SLOW
        ? headlineOf(
            Headline.Kind.BOTTLENECK,
            busy(port) + ", and no parallel link exists: all traffic that crosses it shares it.")
        : uneven(port, ports.instead(port), ": too many flows use it.");
  }

  private static boolean hasLess(PortLoad port, PortLoads ports) {
    return port.port().rateBps() < ports.usualBps(port);
  }

  /** That a link has less than most of its kind. */
  static String slownessText(PortLoad port, PortLoads ports) {
    return "at %s, where most links of its kind have %s"
        .formatted(NumberText.rate(port.port().rateBps()), NumberText.rate(ports.usualBps(port)));
  }

  /**
   * @param like those to compare it with, itself among them
   */
  private Optional<Headline> uneven(PortLoad port, List<PortLoad> like, String end) {
    double all = like.stream().mapToDouble(PortLoad::busy).sum();
    int others = like.size() - 1;
    if (others == 0 || all / like.size() >= HeadlineSelector.UNEVEN * port.busy()) {
      return Optional.empty();
    }
    return headlineOf(
        Headline.Kind.BOTTLENECK,
        busy(port)
            + " while the "
            + (others == 1
                ? "other one like it was busy "
                : NumberText.count(others) + " others like it averaged ")
            + NumberText.percent((all - port.busy()) / others)
            + end);
  }

  private String busy(PortLoad port) {
    return "The "
        + port.name(scenario.fabric())
        + " link was busy "
        + NumberText.percent(port.busy())
        + " of the time";
  }

  /** Whether all flows to a host come from one other, whose own link they fill as well. */
  private boolean hasOneSender(Node host) {
    FlowProgram flows = scenario.flows();
    List<Node> hosts = scenario.fabric().hosts();
    int first = -1;
    for (int flow = 0; flow < Math.min(MOST_FLOWS, flows.flows()); flow++) {
      if (hosts.get(flows.destination(flow)).id() == host.id()) {
        if (first >= 0 && flows.source(flow) != first) {
          return false;
        }
        first = flows.source(flow);
      }
    }
    return first >= 0;
  }

  /** At least {@link HeadlineSelector#MARKED} were marked, and yet links were idle. */
  Optional<Headline> rateCollapse() {
    double marked = (double) result.counts().marks() / Math.max(1, result.counts().dataPackets());
    List<PortLoad> busiest = ports.top(1, PortLoad::busy);
    if (marked < HeadlineSelector.MARKED
        || slowdown.p50() < HeadlineSelector.SLOW
        || busiest.isEmpty()
        || busiest.getFirst().busy() > HeadlineSelector.BUSY) {
      return Optional.empty();
    }
    return headlineOf(
        Headline.Kind.RATE_COLLAPSE,
        "ECN marked "
            + NumberText.percent(marked)
            + " of the data packets, and senders reduced their rates so far that no link was "
            + "busier than "
            + NumberText.percent(busiest.getFirst().busy())
            + ".");
  }

  /** How busy a link was that is the busiest. */
  String busiestLink(PortLoad port) {
    return "the busiest link, "
        + port.name(scenario.fabric())
        + ", was busy "
        + NumberText.percent(port.busy())
        + " of the time"
        + (hasLess(port, ports) ? ", " + slownessText(port, ports) : "");
  }

  private static Optional<Headline> headlineOf(Headline.Kind kind, String text) {
    return Optional.of(new Headline(kind, text));
  }
}
