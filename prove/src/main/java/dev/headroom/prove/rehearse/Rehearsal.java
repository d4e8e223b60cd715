package dev.headroom.prove.rehearse;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.wear.LinkWear;
import dev.headroom.model.yaml.Problem;
import dev.headroom.prove.counters.CounterNames;
import dev.headroom.prove.counters.CounterReading;
import dev.headroom.prove.evidence.Entry.LinkResult;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.HostFault;
import dev.headroom.prove.plan.RehearsalPlan;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.plan.Target;
import dev.headroom.prove.run.SliceRunner;
import dev.headroom.prove.slice.Slice;
import dev.headroom.prove.verdict.LinkLedger;
import dev.headroom.prove.verdict.RunLedger;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.UnreadableScenarioException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Rehearsal of a plan on the fabric of a scenario, in virtual time. What comes of a slice depends
 * on plan, seed and slice alone, so that a rehearsal that was cut off and taken up again comes to
 * the same.
 */
public final class Rehearsal implements SliceRunner {
  /** What makes the traffic, in the evidence. */
  public static final String TOOL = "simulated ib_write_bw";

  private static final Instant START = Instant.parse("2000-01-01T00:00:00Z");

  /** Bits of a frame of 4,096 bytes of payload with its headers. */
  private static final double FRAME_BITS = 8 * 4158.0;

  private final BurnInPlan plan;
  private final RehearsalPlan rehearsal;
  private final Scenario scenario;
  private final List<Integer> hosts = new ArrayList<>();
  private final List<Integer> links = new ArrayList<>();
  private final List<VirtualPort> ports = new ArrayList<>();
  private final FabricTimeline timeline;
  private final Modules modules;
  private final WindowRuns windows;
  private double second;

  private Rehearsal(BurnInPlan plan, RehearsalPlan rehearsal, Scenario scenario) {
    this.plan = plan;
    this.rehearsal = rehearsal;
    this.scenario = scenario;
    plan.targets().forEach(this::place);
    timeline = new FabricTimeline(scenario);
    modules = new Modules(scenario, links, rehearsal.seed());
    windows = new WindowRuns(scenario, hosts, rehearsal.windowPs());
    for (HostFault fault : rehearsal.faults()) {
      if (plan.targets().stream().noneMatch(target -> target.host().equals(fault.host()))) {
        throw new BadInputException(
            "rehearsal.faults: the plan has no host '%s'; it has %s"
                .formatted(fault.host(), plan.targets().getFirst().host() + " and others"));
      }
    }
    observe(0, 0);
  }

  /**
   * That of a plan.
   *
   * @throws BadInputException if the plan has no rehearsal, or the scenario does not fit it
   */
  public static Rehearsal of(BurnInPlan plan) {
    RehearsalPlan rehearsal =
        plan.rehearsal()
            .orElseThrow(() ->
                new BadInputException(
                    "the plan has no rehearsal; add rehearsal: {scenario: FILE} to it"));
    try {
      Scenario scenario =
          ScenarioRun.of(
                  rehearsal.text(),
                  rehearsal.scenario(),
                  List.of(RunKnobs.SEED.name() + "=" + rehearsal.seed()))
              .scenario();
      return new Rehearsal(plan, rehearsal, scenario);
    } catch (UnreadableScenarioException e) {
      throw new BadInputException(
          e.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")), e);
    }
  }

  /** Finds a target among the hosts of the scenario. */
  private void place(Target target) {
    Fabric fabric = scenario.fabric();
    List<String> names = fabric.hosts().stream().map(Node::name).toList();
    int host = names.indexOf(target.host());
    if (host < 0) {
      throw new BadInputException(
          "%s has no host '%s'; it has %s to %s"
              .formatted(rehearsal.scenario(), target.host(), names.getFirst(), names.getLast()));
    }
    int link = fabric.ports().get(fabric.hosts().get(host).id()).getFirst();
    if (fabric.links().get(link).rate().bps() != target.rate().bps()) {
      throw new BadInputException(
          "%s: the link of %s has %s, and the plan says %s"
              .formatted(
                  rehearsal.scenario(),
                  target.host(),
                  fabric.links().get(link).rate(),
                  target.rate()));
    }
    hosts.add(host);
    links.add(link);
    ports.add(new VirtualPort(target.host()));
  }

  @Override
  public boolean isRehearsal() {
    return true;
  }

  @Override
  public String boot() {
    return "";
  }

  @Override
  public SortedMap<String, String> versions() {
    SortedMap<String, String> versions = new TreeMap<>();
    versions.put("scenario", rehearsal.scenario());
    versions.put("fabric", scenario.fabric().shape());
    versions.put("seed", String.valueOf(rehearsal.seed()));
    versions.put("window", rehearsal.windowPs() / 1_000_000 + " us");
    return versions;
  }

  @Override
  public void resume(RunLedger done) {
    List<LinkLedger> there = done.links();
    second = done.ended().values().stream().mapToDouble(end -> end.second()).max().orElse(0);
    if (!done.ended().isEmpty()) {
      for (int i = 0; i < ports.size(); i++) {
        ports.get(i).resume(there.get(i).last());
      }
    }
  }

  @Override
  public double second() {
    return second;
  }

  @Override
  public String time() {
    return START.plusMillis((long) (second * 1000)).toString();
  }

  @Override
  public SortedMap<String, CounterReading> read() {
    SortedMap<String, CounterReading> readings = new TreeMap<>();
    for (int i = 0; i < ports.size(); i++) {
      readings.put(plan.targets().get(i).name(), ports.get(i).read());
    }
    return readings;
  }

  @Override
  public Result run(Slice slice, BooleanSupplier stop, Sampling samples)
      throws InterruptedException {
    double from = slice.fromSecond();
    double to = slice.toSecond();
    long ps = windows.ps(slice.step(), timeline.hasAilingHost(from, to));
    Window window = windows.of(slice, ps, timeline.window(from, to, ps));
    boolean isSteady = !timeline.changes(from, to);
    double scale = slice.seconds() / (window.ps() / 1e12);
    Map<Integer, Damage> damage = new HashMap<>();
    for (int i = 0; i < ports.size(); i++) {
      traffic(i, window, scale, isSteady);
      damage.put(i, damage(i, slice, window, scale));
    }
    spread(slice, damage);
    for (int i = 0; i < ports.size(); i++) {
      bus(i, slice, window, scale);
    }
    second = to;
    observe(from, to);
    if (stop.getAsBoolean()) {
      throw new InterruptedException("stopped");
    }
    return new Result(
        slice.seconds(),
        TOOL,
        results(slice, window),
        window.measures(),
        List.of(account(slice, window)),
        new byte[0]);
  }

  private String account(Slice slice, Window window) {
    return String.format(
        Locale.ROOT,
        "%.0f us simulated packet by packet stand for %d s; slow and rare processes in closed form",
        window.ps() / 1e6,
        slice.seconds());
  }

  /** Counters of the window, scaled to the slice. */
  private void traffic(int target, Window window, double scale, boolean isSteady) {
    Window.Link link = window.byTarget().get(target);
    if (link == null) {
      return;
    }
    link.counts()
        .forEach((name, count) -> {
          // What a change within the slice causes happens once, not in each of its windows.
          boolean isTraffic =
              name.contains("bytes") || name.contains("data") || name.contains("packets");
          ports.get(target).grow(name, isSteady || isTraffic ? Math.round(count * scale) : count);
        });
  }

  /** Packets that a link's bit errors damage in each direction. */
  private record Damage(long out, long in) {}

  private Damage damage(int target, Slice slice, Window window, double scale) {
    int link = links.get(target);
    double bitErrors =
        timeline.quality(link, slice.fromSecond()).bitErrors()
            + scenario.fabric().links().get(link).bitErrors();
    Window.Link counted = window.byTarget().get(target);
    if (bitErrors <= 0 || counted == null || windows.isFrequent(link, bitErrors)) {
      return new Damage(0, 0);
    }
    double each = -Math.expm1(FRAME_BITS * Math.log1p(-bitErrors));
    String name = plan.targets().get(target).name();
    long seed = rehearsal.seed();
    return new Damage(
        RareEvents.poisson(
            counted.sentPackets() * scale * each, seed, name, slice.number(), "damage out"),
        RareEvents.poisson(
            counted.gotPackets() * scale * each, seed, name, slice.number(), "damage in"));
  }

  /** Both ends of a pair see what a damaged link does to it. */
  private void spread(Slice slice, Map<Integer, Damage> damage) {
    for (Slice.Pair pair : slice.pairs()) {
      long lost = 0;
      Damage out = damage.get(pair.sender());
      Damage in = damage.get(pair.receiver());
      lost += out == null ? 0 : out.out();
      lost += in == null ? 0 : in.in();
      ports.get(pair.sender()).grow("packet_seq_err", lost);
      ports.get(pair.receiver()).grow("out_of_sequence", lost);
    }
    damage.forEach((target, count) -> {
      for (String name : List.of("port_rcv_errors", "rx_crc_errors_phy", "symbol_error")) {
        ports.get(target).grow(name, count.in());
      }
    });
  }

  /** Errors of the PCIe link that are too rare for a window, by its bit error rate. */
  private void bus(int target, Slice slice, Window window, double scale) {
    Node node = scenario.fabric().hosts().get(hosts.get(target));
    double bitErrors = scenario.at(node).get(PcieFaultKnobs.BIT_ERRORS);
    Window.Link link = window.byTarget().get(target);
    if (link == null || bitErrors <= 0 || link.of("aer_dev_correctable") > 0) {
      return;
    }
    double bits = 8.0 * (link.of("tx_bytes_phy") + link.of("rx_bytes_phy")) * scale;
    ports
        .get(target)
        .grow(
            "aer_dev_correctable",
            RareEvents.poisson(
                bits * bitErrors,
                rehearsal.seed(),
                plan.targets().get(target).name(),
                slice.number(),
                "bus"));
  }

  /** Brings gauges and slow counters from one time to another. */
  private void observe(double from, double to) {
    for (int i = 0; i < ports.size(); i++) {
      VirtualPort port = ports.get(i);
      int link = links.get(i);
      LinkWear before = modules.at(link, from);
      LinkWear now = modules.at(link, to);
      port.gauge(CounterNames.MODULE_TEMPERATURE, Math.round(1000 * now.temperature().lastC()));
      port.gauge(CounterNames.MODULE_WARNING, Math.round(1000 * modules.warning(link)));
      LinkWear.Correction was = before.correction();
      LinkWear.Correction is = now.correction();
      port.grow(
          "rx_corrected_bits_phy",
          (long) is.errors().correctedBits() - (long) was.errors().correctedBits());
      long lost = (long) is.errors().lostSymbols() - (long) was.errors().lostSymbols();
      port.grow("rx_pcs_symbol_err_phy", lost);
      port.grow("symbol_error", lost);
      long downs = timeline.downs(link, from, to);
      port.grow("link_downed", downs);
      port.grow("link_down_events_phy", downs);
      port.grow("carrier_changes", 2 * downs);
      LinkQuality quality = timeline.quality(link, to);
      port.gauge(
          CounterNames.LINK_RATE,
          Math.round(scenario.fabric().links().get(link).rate().bps() / 1e6 * quality.rateShare()));
      busLink(i, port);
      faults(plan.targets().get(i).host(), port, from, to);
    }
  }

  private void busLink(int target, VirtualPort port) {
    Settings own = scenario.at(scenario.fabric().hosts().get(hosts.get(target)));
    Settings all = scenario.settings();
    port.gauge(CounterNames.PCIE_SPEED, speed(own.get(PcieKnobs.GENERATION)));
    port.gauge(CounterNames.PCIE_WIDTH, own.get(PcieKnobs.LANES));
    port.gauge(CounterNames.PCIE_SPEED_CEILING, speed(all.get(PcieKnobs.GENERATION)));
    port.gauge(CounterNames.PCIE_WIDTH_CEILING, all.get(PcieKnobs.LANES));
  }

  /** Millions of transfers a second and lane. */
  private static long speed(long generation) {
    return generation == 1 ? 2500 : generation == 2 ? 5000 : 1000L << generation;
  }

  private void faults(String host, VirtualPort port, double from, double to) {
    for (HostFault fault : rehearsal.faults()) {
      if (!fault.host().equals(host)) {
        continue;
      }
      boolean isNow = fault.atSecond() > from && fault.atSecond() <= to;
      boolean isOn = fault.atSecond() <= to;
      switch (fault.kind()) {
        case REBOOT -> {
          if (isNow) {
            port.reboot();
          }
        }
        case RESET -> {
          if (isNow) {
            port.reset();
          }
        }
        case NONFATAL -> port.grow("aer_dev_nonfatal", isNow ? 1 : 0);
        case FIRMWARE -> {
          if (isOn) {
            port.firmware(fault.value());
          }
        }
        case AER -> {
          double hours = Math.max(0, to - Math.max(from, fault.atSecond())) / 3600;
          port.grow("aer_dev_correctable", Math.round(hours * Long.parseLong(fault.value())));
        }
        case UNREADABLE -> {
          if (isOn) {
            port.unreadable(fault.value());
          }
        }
      }
    }
  }

  private List<LinkResult> results(Slice slice, Window window) {
    List<LinkResult> results = new ArrayList<>();
    for (Slice.Pair pair : slice.pairs()) {
      Window.Link link = window.byTarget().get(pair.sender());
      Map<String, Double> measures = new TreeMap<>();
      boolean isFlow = slice.step() != Step.PULSE || pair.isVictim();
      if (isFlow && link != null && !Double.isNaN(link.sendGbps())) {
        measures.put("gbps", Math.round(link.sendGbps() * 100) / 100.0);
      }
      if (link != null && !Double.isNaN(link.latencyUs())) {
        measures.put("latency_p99_us", Math.round(link.latencyUs() * 100) / 100.0);
      }
      results.add(
          new LinkResult(
              plan.targets().get(pair.sender()).name(),
              plan.targets().get(pair.receiver()).name(),
              measures,
              ""));
    }
    return results;
  }

  /** Windows that were simulated in this process. */
  public int windows() {
    return windows.simulated();
  }

  /** Links crossed by packets in them. */
  public long packetHops() {
    return windows.packetHops();
  }

  @Override
  public void close() {
    // nothing is held
  }
}
