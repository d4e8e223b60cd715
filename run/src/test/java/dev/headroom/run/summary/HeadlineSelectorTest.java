package dev.headroom.run.summary;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.run.figures.FlowStatistics;
import dev.headroom.sim.measure.CpuCounts;
import dev.headroom.sim.measure.Deadlock;
import dev.headroom.sim.measure.Disruptions;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.FlowTraces;
import dev.headroom.sim.measure.PauseLengths;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.PortSamples;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.sim.measure.RunTotals;
import dev.headroom.sim.measure.StreamCounts;
import dev.headroom.unit.Rate;
import dev.headroom.unit.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The headline as a table: what happened, and the sentence. */
final class HeadlineSelectorTest {
  private static final long MS = 1_000_000_000L;

  /** What happened on a switch with three hosts in a run of 1 ms; port 0 is switch → host-0. */
  record Case(
      long losslessDrops,
      String failure,
      RunResult.Outcome outcome,
      double paused,
      long retransmissions,
      double busy,
      double otherBusy,
      double marked,
      double slowdown) {
    static final Case QUIET = new Case(0, "", RunResult.Outcome.FINISHED, 0, 0, 0.5, 0.4, 0, 1.2);

    Case dropping(long drops) {
      return new Case(
          drops, failure, outcome, paused, retransmissions, busy, otherBusy, marked, slowdown);
    }

    Case failing(String text) {
      return new Case(
          losslessDrops,
          text,
          RunResult.Outcome.UNFINISHED,
          paused,
          retransmissions,
          busy,
          otherBusy,
          marked,
          slowdown);
    }

    Case ending(RunResult.Outcome how) {
      return new Case(
          losslessDrops, failure, how, paused, retransmissions, busy, otherBusy, marked, slowdown);
    }

    Case paused(double share) {
      return new Case(
          losslessDrops,
          failure,
          outcome,
          share,
          retransmissions,
          busy,
          otherBusy,
          marked,
          slowdown);
    }

    Case resending(long packets) {
      return new Case(
          losslessDrops, failure, outcome, paused, packets, busy, otherBusy, marked, slowdown);
    }

    Case busy(double share, double others) {
      return new Case(
          losslessDrops,
          failure,
          outcome,
          paused,
          retransmissions,
          share,
          others,
          marked,
          slowdown);
    }

    Case marked(double share, double ratio) {
      return new Case(
          losslessDrops, failure, outcome, paused, retransmissions, busy, otherBusy, share, ratio);
    }
  }

  @ParameterizedTest
  @MethodSource
  void shouldTellTheGravestFirst(Case of, String kind, String text) {
    Headline headline = summary(of).headline();
    assertThat(headline.kind().word()).isEqualTo(kind);
    assertThat(headline.text()).isEqualTo(text);
  }

  static Stream<Arguments> shouldTellTheGravestFirst() {
    Case all =
        Case.QUIET
            .dropping(1234)
            .failing("retry count exceeded")
            .paused(0.31)
            .resending(900)
            .busy(0.97, 0.1)
            .marked(0.5, 9);
    return Stream.of(
        Arguments.of(
            all,
            "lossless-drops",
            "1,234 packets of a lossless class were dropped, most at switch-0: the "
                + "headroom is too small: increase pfc.headroom, or omit it so that Headroom "
                + "computes it."),
        Arguments.of(all.dropping(0), "qp-errors", "1 flow failed: retry count exceeded."),
        Arguments.of(
            all.dropping(0).failing("").ending(RunResult.Outcome.INTERRUPTED),
            "interrupted",
            "Interrupted at 1.00 ms of simulated time, with 1 of 2 flows finished."),
        Arguments.of(
            all.dropping(0).failing(""),
            "unfinished",
            "1 of 2 flows did not finish by 1.00 ms: host-2 → host-0: 50 % done at 4.00 "
                + "Gb/s, needs about 1.00 ms more at that rate."),
        Arguments.of(
            Case.QUIET.paused(0.31).resending(900).busy(0.97, 0.1),
            "pauses",
            "host-1 → switch-0 was paused 31 % of the run; the pauses start at switch-0 →"
                + " host-0."),
        Arguments.of(
            Case.QUIET.resending(900).busy(0.97, 0.1),
            "loss",
            "No packet was lost and 9.0 % of the packets were retransmitted."),
        Arguments.of(
            Case.QUIET.busy(0.97, 0.1),
            "bottleneck",
            "The switch-0 → host-0 link was busy 97 % of the time while the 2 others like "
                + "it averaged 10 %: all senders wait for host-0."),
        Arguments.of(
            Case.QUIET.marked(0.5, 9),
            "rate-collapse",
            "ECN marked 50 % of the data packets, and senders reduced their rates so far "
                + "that no link was busier than 50 %."),
        // a link that is not quite full, and everybody waits: the HPCC simulator's incast of 16
        Arguments.of(
            Case.QUIET.busy(0.85, 0.01).marked(0.1, 16.8),
            "bottleneck",
            "The switch-0 → host-0 link was busy 85 % of the time while the 2 others like "
                + "it averaged 1.0 %: all senders wait for host-0."),
        Arguments.of(
            Case.QUIET.marked(0, 71),
            "slow-tail",
            "The slowest 1 % of the flows took at least 71.0 times their time on an idle "
                + "network, the median 71.0; the busiest link, switch-0 → host-0, was busy 50 % "
                + "of the time."),
        Arguments.of(
            Case.QUIET.busy(0.97, 0.95),
            "all-is-well",
            "Both flows finished in 1.00 ms; the busiest link, switch-0 → host-0, was busy 97 % of"
                + " the time."),
        Arguments.of(
            Case.QUIET.marked(0.5, 1.5),
            "all-is-well",
            "Both flows finished in 1.00 ms; the busiest link, switch-0 → host-0, was busy 50 % of"
                + " the time."));
  }

  @Test
  void shouldNotLetAnybodyTrustARunThatLostCount() {
    Case drops = Case.QUIET.dropping(3);
    Headline headline =
        summary(drops, List.of("switch-0 port 1: queues a packet", "2 packets are in use"))
            .headline();
    assertThat(headline.kind().word()).isEqualTo("unbalanced");
    assertThat(headline.text())
        .isEqualTo(
            "Do not trust this run: Headroom has a bug. Its packet and byte counts do not "
                + "balance: switch-0 port 1: queues a packet (and 1 more). Please report this "
                + "with the run's scenario.yaml.");
  }

  private static RunSummary summary(Case of) {
    return summary(of, List.of());
  }

  private static RunSummary summary(Case of, List<String> imbalances) {
    List<Node> nodes = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      nodes.add(new Node(i, "host-" + i, Node.Kind.HOST, 0, i));
      links.add(new Link(3, i, Rate.ofGbps(100), Time.ofNanos(500), 0));
    }
    nodes.add(new Node(3, "switch-0", Node.Kind.SWITCH, 1, 0));
    Fabric fabric = new Fabric("single switch", nodes, links);
    boolean open = of.outcome() != RunResult.Outcome.FINISHED;
    List<PortResult> ports = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      boolean first = i == 0;
      double down = first ? of.busy() : of.otherBusy();
      ports.add(port(3, i, i, i, down, 0, first ? 900_000 : 0, first ? of.losslessDrops() : 0));
      ports.add(port(i, 0, i, 3, of.otherBusy(), i == 1 ? of.paused() : 0, 0, 0));
    }
    Map<DropCause, Long> drops =
        of.losslessDrops() == 0
            ? Map.of()
            // As many of a lossy class beside them, which say nothing of why these were dropped.
            : Map.of(DropCause.HEADROOM_FULL, of.losslessDrops(), DropCause.BUFFER_FULL, 10_000L);
    Map<DropCause, Long> lossless =
        of.losslessDrops() == 0 ? Map.of() : Map.of(DropCause.HEADROOM_FULL, of.losslessDrops());
    long packets = 10_000;
    RunResult result =
        new RunResult(
            of.outcome(),
            MS,
            MS,
            new RunTotals(
                2,
                open ? 1 : 2,
                packets,
                of.retransmissions(),
                0,
                2500,
                0,
                0,
                10,
                20_000,
                50_000,
                (long) (packets * of.marked()),
                0,
                0,
                0,
                new PauseLengths(),
                drops,
                lossless,
                1_500_000,
                StreamCounts.NONE,
                CpuCounts.NONE),
            ports,
            List.of(),
            List.of(),
            Deadlock.NONE,
            List.of(),
            Disruptions.NONE,
            List.of(),
            List.of(),
            PortSamples.NONE,
            FlowTraces.NONE,
            List.of(),
            imbalances,
            "0".repeat(32),
            0.1,
            0.1,
            0.1);
    FlowStatistics tally = new FlowStatistics(3, 1);
    long solo = (long) (MS / of.slowdown());
    tally.accept(new FlowResult(0, 1, 0, 1_000_000, 0, MS, MS, solo, 1_000_000, 0, 0, 0, ""));
    tally.accept(
        open
            ? new FlowResult(1, 2, 0, 1_000_000, 0, -1, -1, solo, 500_000, 0, 0, 0, of.failure())
            : new FlowResult(1, 2, 0, 1_000_000, 0, MS, MS, solo, 1_000_000, 0, 0, 0, ""));
    FlowList flows =
        new FlowList(
            List.of(FlowList.Entry.at(1, 0, 1_000_000, 0), FlowList.Entry.at(2, 0, 1_000_000, 0)));
    return RunSummary.of(
        new Scenario("case", fabric, List.of(), Settings.DEFAULTS, List.of(), "two flows", flows),
        result,
        tally);
  }

  /** Bytes are such that the wire is busy for this share of 1 ms at 100 Gb/s. */
  private static PortResult port(
      int node, int port, int link, int peer, double busy, double paused, long queue, long drops) {
    return new PortResult(
        node,
        port,
        link,
        peer,
        100_000_000_000L,
        new long[8],
        ofClass(Math.round(busy * 12_500_000)),
        new long[8],
        ofClass(drops),
        ofClass(paused > 0 ? 3 : 0),
        ofClass(Math.round(paused * MS)),
        ofClass(queue),
        new long[8],
        Math.round(busy * 12_500_000),
        0,
        new long[8],
        new long[8],
        0);
  }

  private static long[] ofClass(long value) {
    long[] values = new long[8];
    values[3] = value;
    return values;
  }
}
