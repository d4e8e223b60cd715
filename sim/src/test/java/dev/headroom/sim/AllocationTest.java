package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.fabric.Topologies;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.model.workload.FlowList;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Tap;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Forwarding packets and running timers allocate nothing once a run has warmed up. */
final class AllocationTest {
  private static final long LONG = 1L << 30;

  /** What still makes lists longer after a few milliseconds, once and again. */
  private static final List<String> GROWING =
      List.of("admission", "nscc-rccc", "srd", "falcon-swift");

  private static final Time LONGER = Time.parse("20ms");

  /** To ask what a thread has allocated takes longer than to pass a packet on. */
  private static final long BETWEEN_PS = 10_000_000;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private long firstBytes;
  private long firstHops;
  private long lastBytes;
  private long lastHops;
  private long warmPs;
  private long nextPs;
  private List<Partition> partitions = List.of();

  /**
   * Between a tenth, or half, of the run and its end, less than one byte per thousand packet hops:
   * controls of three transports, and both numbers of partitions.
   */
  @ParameterizedTest(name = "{0} partitions, {1}, {2}, paused: {3}")
  @CsvSource({
    "1, write, dcqcn, false",
    "4, read, none, true",
    "1, write, nscc, false",
    "4, write, reno, false",
  })
  void shouldAllocateNextToNothing(int parts, String operation, String control, boolean paused) {
    boolean slow = List.of("cubic", "reno", "bbr", "falcon-swift").contains(control);
    Scenario plain =
        switch (control) {
          case "nscc", "nscc-rccc" -> sprayed();
          case "srd" -> with("srd");
          case "falcon-swift" -> with("falcon");
          case "cubic", "reno", "bbr" -> streams();
          default -> paused ? paused() : congested();
        };
    Scenario scenario =
        plain.with(
            plain
                .settings()
                .parse(TransportKnobs.OPERATION, operation)
                .parse(CongestionKnobs.ALGORITHM, control)
                .with(TransportKnobs.MESSAGE_SIZE, Size.parse("32KiB"))
                .with(TransportKnobs.RECEIVE_QUEUE, 20L)
                .with(TransportKnobs.RNR_TIMER, 1L)
                .with(
                    RunKnobs.STOP,
                    GROWING.contains(control) ? LONGER : plain.settings().get(RunKnobs.STOP)));
    // Some windows take longer to settle, and with them how many packets fly.
    warmPs = scenario.settings().get(RunKnobs.STOP).ps() / (slow ? 2 : 10);
    measure(scenario, parts);
    if (lastBytes - firstBytes >= (lastHops - firstHops) / 1_000) {
      measure(scenario, parts); // once in a while the JVM allocates for itself, and not twice
    }
    long hops = lastHops - firstHops;
    assertThat(hops).isGreaterThan(500_000);
    assertThat(lastBytes - firstBytes).isLessThan(hops / 1_000);
  }

  /** The same of the others. */
  @Tag("whole")
  @ParameterizedTest(name = "{0} partitions, {1}, {2}, paused: {3}")
  @CsvSource({
    "4, write, dcqcn, false",
    "1, write, none, true",
    "1, read, dcqcn, false",
    "1, send, dcqcn, false",
    "1, write, hpcc, false",
    "4, write, hpcc, false",
    "1, write, falcon-swift, false",
    "4, write, hpcc-pint, false",
    "1, write, timely, false",
    "4, write, swift, false",
    "1, write, dctcp, false",
    "1, write, rtt-probe, false",
    "4, write, admission, false",
    "4, write, nscc-rccc, false",
    "4, write, srd, false",
    "4, read, falcon-swift, false",
    "1, write, cubic, false",
    "1, write, bbr, false",
  })
  void shouldAllocateNextToNothingElsewhere(
      int parts, String operation, String control, boolean paused) {
    shouldAllocateNextToNothing(parts, operation, control, paused);
  }

  private void measure(Scenario scenario, int parts) {
    firstHops = 0;
    nextPs = warmPs;
    SimulationSetup assembly =
        SimulationSetup.of(
            scenario,
            parts,
            false,
            hosts -> Tap.around(hosts, (packet, nowPs) -> look(nowPs)),
            ProgressListener.SILENT);
    partitions = assembly.network().partitions();
    Simulation.run(
        scenario,
        assembly,
        new CpuClock(),
        new RunOptions(1, parts, false),
        flow -> {},
        ProgressListener.SILENT);
  }

  private void look(long nowPs) {
    if (nowPs < nextPs) {
      return;
    }
    nextPs = nowPs + BETWEEN_PS;
    lastBytes = THREADS.getCurrentThreadAllocatedBytes();
    lastHops = 0;
    for (int i = 0; i < partitions.size(); i++) {
      lastHops += partitions.get(i).packetHops();
    }
    if (firstHops == 0) {
      firstBytes = lastBytes;
      firstHops = lastHops;
    }
  }

  /** Two flows from every host to others of other leaves: queues build up and are marked. */
  private static Scenario congested() {
    Fabric fabric = Topologies.named("leaf-spine").orElseThrow().build().apply(Settings.DEFAULTS);
    int hosts = fabric.hosts().size();
    List<FlowList.Entry> flows = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      flows.add(FlowList.Entry.at(host, (host + 5) % hosts, LONG, 0));
      flows.add(FlowList.Entry.at(host, (host + 4 + host % 4) % hosts, LONG, 0));
    }
    Knob<?> kmin = CongestionKnobs.KMIN;
    Knob<?> kmax = CongestionKnobs.KMAX;
    // A window, so that no more packets are in flight later than in the first tenth.
    Settings settings =
        Settings.DEFAULTS
            .with(kmin, "20KB")
            .with(kmax, "400KB")
            .with(TransportKnobs.WINDOW, Size.parse("96KiB"));
    return scenario(fabric, flows, settings, "8ms");
  }

  /** The same with another transport, whose window is its own. */
  private static Scenario with(String transport) {
    Scenario plain = congested();
    return plain.with(
        plain
            .settings()
            .with(Presets.named(transport).orElseThrow().settings())
            .with(Knobs.named("congestion.swift.maxWindow", ValueType.NUMBER), 100.0));
  }

  /** The same with Ultra Ethernet's transport, whose window is its own. */
  private static Scenario sprayed() {
    Scenario plain = congested();
    return plain.with(
        plain
            .settings()
            .with(Presets.named("uec").orElseThrow().settings())
            .with(Knobs.named("congestion.nscc.maxWindow", ValueType.NUMBER), 0.5));
  }

  /** The same with TCP, in windows that it has soon filled. */
  private static Scenario streams() {
    Scenario plain = congested();
    return plain.with(
        plain
            .settings()
            .with(Presets.named("tcp").orElseThrow().settings())
            .with(TransportKnobs.MTU, 1500L)
            .with(Knobs.named("transport.tcp.initialWindow", ValueType.WHOLE), 100L)
            .with(RunKnobs.STOP, Time.parse("40ms"))
            .with(TcpKnobs.RECEIVE_WINDOW, Size.parse("64KiB")));
  }

  /** Three hosts send to a fourth as fast as they are let: it lives on PFC. */
  private static Scenario paused() {
    Knob<?> size = Topologies.named("single").orElseThrow().parameters().getFirst();
    Fabric fabric =
        Topologies.named("single").orElseThrow().build().apply(Settings.DEFAULTS.with(size, "4"));
    List<FlowList.Entry> flows = new ArrayList<>();
    for (int host = 1; host < 4; host++) {
      flows.add(FlowList.Entry.at(host, 0, LONG, 0));
    }
    return scenario(
        fabric, flows, Settings.DEFAULTS.with(PfcKnobs.XOFF, Size.parse("20KB")), "40ms");
  }

  private static Scenario scenario(
      Fabric fabric, List<FlowList.Entry> flows, Settings settings, String stop) {
    FlowList program = new FlowList(flows);
    return new Scenario(
        "long flows",
        fabric,
        List.of(),
        settings.with(RunKnobs.STOP, Time.parse(stop)),
        List.of(),
        program.description(),
        program);
  }
}
