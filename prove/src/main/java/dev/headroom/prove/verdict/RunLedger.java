package dev.headroom.prove.verdict;

import dev.headroom.prove.counters.CounterReading;
import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.evidence.EvidenceException;
import dev.headroom.prove.evidence.Sha256;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.PlanFile;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.slice.Slice;
import dev.headroom.prove.slice.SliceList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Sums of a run, taken from its evidence record by record. */
public final class RunLedger implements Consumer<Entry> {
  private final List<Entry.Started> starts = new ArrayList<>();
  private final Map<String, Entry.Checked> checks = new LinkedHashMap<>();
  private final List<Entry.Stopped> stops = new ArrayList<>();
  private final Map<String, Entry.Ended> ended = new LinkedHashMap<>();
  private final List<Gap> gaps = new ArrayList<>();
  private final Map<String, LinkLedger> links = new LinkedHashMap<>();
  private final Map<String, Slice> byName = new HashMap<>();
  private Optional<Entry.Planned> planned = Optional.empty();
  private Optional<BurnInPlan> plan = Optional.empty();
  private Optional<Entry.Collective> collective = Optional.empty();
  private Optional<Entry.Closed> closed = Optional.empty();
  private List<Slice> slices = List.of();
  private String running = "";
  private double lastSecond;
  private boolean startedSince;

  /**
   * Time without evidence.
   *
   * @param isExplained whether the run was stopped and taken up again in it
   */
  public record Gap(double fromSecond, double seconds, boolean isExplained) {}

  @Override
  public void accept(Entry entry) {
    switch (entry) {
      case Entry.Planned each -> planned(each);
      case Entry.Started each -> {
        starts.add(each);
        startedSince = true;
      }
      case Entry.Checked each -> checks.put(each.host(), each);
      case Entry.Collective each -> collective = Optional.of(each);
      case Entry.Began each -> {
        gap(each.second());
        running = each.slice();
        read(each.readings(), each.second(), slice(each.slice()));
      }
      case Entry.Sampled each -> read(each.readings(), each.second(), slice(each.slice()));
      case Entry.Ended each -> ended(each);
      case Entry.Stopped each -> stops.add(each);
      case Entry.Closed each -> closed = Optional.of(each);
    }
  }

  private void planned(Entry.Planned entry) {
    if (!Sha256.of(entry.text()).equals(entry.sha256())) {
      throw new EvidenceException("the plan's text does not have the plan's hash");
    }
    BurnInPlan read =
        PlanFile.read(entry.text(), "the plan in the evidence", _ -> Optional.of(entry.scenario()))
            .withSeed(entry.seed());
    planned = Optional.of(entry);
    plan = Optional.of(read);
    slices = SliceList.of(read);
    slices.forEach(slice -> byName.put(slice.name(), slice));
    read.targets().forEach(target -> links.put(target.name(), new LinkLedger(target)));
  }

  private Slice slice(String name) {
    Slice slice = byName.get(name);
    if (slice == null) {
      throw new EvidenceException("the plan has no slice " + name);
    }
    return slice;
  }

  private void gap(double second) {
    double longest = Limits.GAP_SLICES * plan().sliceSeconds();
    if (second - lastSecond > longest) {
      gaps.add(new Gap(lastSecond, second - lastSecond, startedSince && starts.size() > 1));
    }
    startedSince = false;
    lastSecond = Math.max(lastSecond, second);
  }

  private void read(Map<String, CounterReading> readings, double second, Slice slice) {
    readings.forEach((name, reading) -> {
      LinkLedger link = links.get(name);
      if (link == null) {
        throw new EvidenceException("the plan has no link " + name);
      }
      link.read(reading, second, slice);
    });
    lastSecond = Math.max(lastSecond, second);
  }

  private void ended(Entry.Ended entry) {
    Slice slice = slice(entry.slice());
    if (ended.putIfAbsent(entry.slice(), entry) != null) {
      throw new EvidenceException("slice " + entry.slice() + " ended twice");
    }
    read(entry.readings(), entry.second(), slice);
    links
        .values()
        .forEach(link -> link.ended(slice, entry.second(), entry.seconds(), entry.results()));
    running = "";
  }

  /** What tools found on hosts before the traffic, by host. */
  public Map<String, Entry.Checked> checks() {
    return Collections.unmodifiableMap(checks);
  }

  /** What came of the collective over all hosts, if one ran. */
  public Optional<Entry.Collective> collective() {
    return collective;
  }

  /** Whether there is a plan yet. */
  public boolean isEmpty() {
    return plan.isEmpty();
  }

  /** The plan; only where there is one. */
  public BurnInPlan plan() {
    return plan.orElseThrow(() -> new EvidenceException("the first record is not a plan"));
  }

  /** The record of the plan; only where there is one. */
  public Entry.Planned planned() {
    return planned.orElseThrow(() -> new EvidenceException("the first record is not a plan"));
  }

  /** All slices of the plan. */
  public List<Slice> slices() {
    return slices;
  }

  /** Those of a step. */
  public List<Slice> slices(Step step) {
    return slices.stream().filter(slice -> slice.step() == step).toList();
  }

  /** Ends of slices by name, in the order in which they ended. */
  public Map<String, Entry.Ended> ended() {
    return ended;
  }

  /** Ends of the slices of a step, in the order of the plan. */
  List<Entry.Ended> ended(Step step) {
    return slices(step).stream()
        .flatMap(slice -> Optional.ofNullable(ended.get(slice.name())).stream())
        .toList();
  }

  /** Whether every slice has ended. */
  public boolean isComplete() {
    return ended.size() == slices.size();
  }

  /** The slice that began and did not end; empty if there is none. */
  public String running() {
    return running;
  }

  /** Links in the order of the plan. */
  public List<LinkLedger> links() {
    return List.copyOf(links.values());
  }

  public List<Entry.Started> starts() {
    return starts;
  }

  public List<Entry.Stopped> stops() {
    return stops;
  }

  public List<Gap> gaps() {
    return gaps;
  }

  /** What the run itself concluded, if it came to its end. */
  public Optional<Entry.Closed> closed() {
    return closed;
  }

  /** Whether fabric and time were simulated. */
  public boolean isRehearsal() {
    return starts.stream().anyMatch(Entry.Started::isRehearsal);
  }

  /** The latest time of any record, in seconds from the start. */
  public double lastSecond() {
    return lastSecond;
  }
}
