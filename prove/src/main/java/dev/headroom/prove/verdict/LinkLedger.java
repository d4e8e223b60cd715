package dev.headroom.prove.verdict;

import dev.headroom.prove.counters.Baselines;
import dev.headroom.prove.counters.Change;
import dev.headroom.prove.counters.CounterNames;
import dev.headroom.prove.counters.CounterReading;
import dev.headroom.prove.evidence.Entry.LinkResult;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.plan.Target;
import dev.headroom.prove.slice.Slice;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the evidence says of one link. */
public final class LinkLedger {
  private static final List<String> RETRANSMISSIONS =
      CounterRule.ALL.stream()
          .filter(rule -> rule.group() == CounterRule.Group.RETRANSMISSION)
          .map(CounterRule::counter)
          .toList();

  private final Target target;
  private final Baselines baselines = new Baselines();
  private final Map<Step, CounterTotals> bySteps = new EnumMap<>(Step.class);
  private final CounterTotals whole = new CounterTotals();
  private final List<Point> points = new ArrayList<>();
  private final List<Heat> heat = new ArrayList<>();
  private final List<LinkEvent> events = new ArrayList<>();
  private final Map<Step, Map<String, Integer>> problems = new EnumMap<>(Step.class);
  private final Map<Step, Map<String, Long>> resentByPeer = new EnumMap<>(Step.class);
  private CounterReading last = CounterReading.NONE;
  private boolean known;

  /** Since the reading before the last. */
  private Change changes = new Change(Map.of(), Set.of(), true, false, false);

  LinkLedger(Target target) {
    this.target = target;
  }

  /**
   * A slice of the link.
   *
   * @param share of the link's rate that its cable carried, the fuller direction; NaN if no counter
   *     says so
   * @param gbps as the tool says; NaN if it said none
   * @param latencyUs 99th percentile; NaN if nobody measured it
   * @param busErrors correctable errors of PCIe in it
   */
  public record Point(
      Slice slice,
      double second,
      double seconds,
      double share,
      double gbps,
      double latencyUs,
      long busErrors) {}

  /** A temperature of the module, in degrees Celsius. */
  public record Heat(double second, double celsius) {}

  /** What happened to the device itself: a restart of its counters, a reboot, another device. */
  public record LinkEvent(double second, String text) {}

  void read(CounterReading changed, double second, Slice slice) {
    last = known ? last.with(changed) : changed;
    known = true;
    Change change = baselines.advance(target.name(), last);
    bySteps.computeIfAbsent(slice.step(), _ -> new CounterTotals()).add(change);
    whole.add(change);
    Long temperature = last.values().get(CounterNames.MODULE_TEMPERATURE);
    if (temperature != null) {
      heat.add(new Heat(second, temperature / 1000.0));
    }
    if (change.isReboot()) {
      events.add(new LinkEvent(second, "the host started again"));
    } else if (change.isReplaced()) {
      events.add(new LinkEvent(second, "it is another device now: " + last.identity()));
    } else if (!change.restarted().isEmpty()) {
      events.add(
          new LinkEvent(
              second,
              "%d counters started anew, %s among them"
                  .formatted(change.restarted().size(), change.restarted().iterator().next())));
    }
    changes = change;
  }

  /** Takes what a slice came to; its reading comes before. */
  void ended(Slice slice, double second, double seconds, List<LinkResult> results) {
    double gbps = Double.NaN;
    double latency = Double.NaN;
    boolean takesPart = false;
    for (LinkResult result : results) {
      boolean sends = result.target().equals(target.name());
      boolean receives = result.peer().equals(target.name());
      takesPart |= sends || receives;
      if (sends) {
        double value = result.measures().getOrDefault("gbps", Double.NaN);
        gbps = Double.isNaN(gbps) ? value : gbps + value;
        latency = result.measures().getOrDefault("latency_p99_us", latency);
        if (!result.problem().isEmpty()) {
          problems
              .computeIfAbsent(slice.step(), _ -> new TreeMap<>())
              .merge(result.problem(), 1, Integer::sum);
        }
        resent(slice, result.peer());
      }
    }
    if (!takesPart) {
      return;
    }
    bySteps.computeIfAbsent(slice.step(), _ -> new CounterTotals()).addSeconds(seconds);
    whole.addSeconds(seconds);
    points.add(
        new Point(
            slice,
            second,
            seconds,
            share(seconds),
            gbps,
            latency,
            changes.of(CounterNames.AER_CORRECTABLE)));
  }

  private double share(double seconds) {
    double most = target.rate().bps() * Math.max(seconds, 1e-9) / 8;
    if (changes.growth().containsKey("tx_bytes_phy")) {
      return Math.max(changes.of("tx_bytes_phy"), changes.of("rx_bytes_phy")) / most;
    }
    return changes.growth().containsKey("port_xmit_data")
        ? 4.0 * Math.max(changes.of("port_xmit_data"), changes.of("port_rcv_data")) / most
        : Double.NaN;
  }

  private void resent(Slice slice, String peer) {
    long count = RETRANSMISSIONS.stream().mapToLong(changes::of).sum();
    if (count > 0) {
      resentByPeer
          .computeIfAbsent(slice.step(), _ -> new LinkedHashMap<>())
          .merge(peer, count, Long::sum);
    }
  }

  public Target target() {
    return target;
  }

  /** Growth in the slices of a step. */
  public CounterTotals of(Step step) {
    return bySteps.getOrDefault(step, new CounterTotals());
  }

  /** Growth over the whole run. */
  public CounterTotals whole() {
    return whole;
  }

  public List<Point> points() {
    return points;
  }

  public List<Heat> heat() {
    return heat;
  }

  public List<LinkEvent> events() {
    return events;
  }

  /** The last reading; empty of everything before the first. */
  public CounterReading last() {
    return last;
  }

  /** Why slices of a step have no result, with how many. */
  Map<String, Integer> problems(Step step) {
    return problems.getOrDefault(step, Map.of());
  }

  /** Retransmissions of a step by the peer that they were sent to. */
  Map<String, Long> resentByPeer(Step step) {
    return resentByPeer.getOrDefault(step, Map.of());
  }
}
