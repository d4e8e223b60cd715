package dev.headroom.prove.rehearse;

import dev.headroom.model.fabric.Fabric;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.prove.slice.Slice;
import dev.headroom.sim.SampledPorts;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.HostCounts;
import dev.headroom.sim.measure.HostPcieCounts;
import dev.headroom.sim.measure.NicPacketEvent;
import dev.headroom.sim.measure.PauseEvent;
import dev.headroom.sim.measure.PortResult;
import dev.headroom.sim.measure.RunResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures of one window, from what the simulator counts, under the kernel's names. */
final class WindowMeasures {
  private static final double PS = 1e12;

  /** Bytes of RoCE's headers, ICRC and FCS around a payload: 14 + 20 + 8 + 12 + 4 + 4. */
  private static final double AROUND_PAYLOAD = 62;

  private final Fabric fabric;
  private final List<Integer> hosts;
  private final List<Slice.Pair> pairs;
  private final boolean isPulse;
  private final long ps;
  private final double payloadShare;

  /** Bytes that have gone out of each switch port to a host, by the host's node, per sample. */
  private final List<long[]> delivered = new ArrayList<>();

  private final List<Long> times = new ArrayList<>();
  private double firstMarkPs = Double.NaN;

  WindowMeasures(
      Scenario scenario, List<Integer> hosts, List<Slice.Pair> pairs, boolean isPulse, long ps) {
    this.fabric = scenario.fabric();
    this.hosts = hosts;
    this.pairs = pairs;
    this.isPulse = isPulse;
    this.ps = ps;
    double mtu = scenario.settings().get(TransportKnobs.MTU);
    payloadShare = mtu / (mtu + AROUND_PAYLOAD);
  }

  /** A packet at the receiver of a pulse. */
  void packet(NicPacketEvent event) {
    if (Double.isNaN(firstMarkPs) && event.marked() && !event.sent()) {
      firstMarkPs = event.atPs();
    }
  }

  void sampled(long atPs, SampledPorts ports) {
    long[] now = new long[fabric.nodes().size()];
    for (int port = 0; port < ports.count(); port++) {
      int node = ports.node(port);
      int link = fabric.ports().get(node).get(ports.number(port));
      int peer = fabric.links().get(link).other(node);
      if (fabric.nodes().get(peer).isHost() && !fabric.nodes().get(node).isHost()) {
        now[peer] = ports.sentBytes(port);
      }
    }
    delivered.add(now);
    times.add(atPs);
  }

  Window window(RunResult result, List<FlowResult> flows) {
    Map<Integer, PortResult> out = new HashMap<>();
    Map<Integer, PortResult> in = new HashMap<>();
    for (PortResult port : result.ports()) {
      if (fabric.nodes().get(port.node()).isHost()) {
        out.put(port.node(), port);
      } else if (fabric.nodes().get(port.peer()).isHost()) {
        in.put(port.peer(), port);
      }
    }
    int dataClass = dataClass(out);
    double pulseEnd = pulseEnd(flows);
    Map<Integer, Window.Link> links = new HashMap<>();
    for (int target = 0; target < hosts.size(); target++) {
      int node = node(target);
      PortResult sent = out.get(node);
      PortResult got = in.get(node);
      Optional<HostPcieCounts> slot = slot(result, fabric.nodes().get(node).name());
      if (sent != null && got != null) {
        links.put(
            target,
            new Window.Link(
                counts(sent, got, result.hosts().get(hosts.get(target)), slot, dataClass),
                sendGbps(target, pulseEnd),
                latencyUs(target, flows),
                sum(sent.packets()),
                sum(got.packets()) - sum(got.lost()),
                slot.map(HostPcieCounts::generation).orElse(0)));
      }
    }
    return new Window(
        ps,
        links,
        isPulse ? pulse(result, out, dataClass, pulseEnd) : Map.of(),
        result.counts().packetHops());
  }

  private static Optional<HostPcieCounts> slot(RunResult result, String host) {
    return result.slots().stream().filter(slot -> slot.host().equals(host)).findFirst();
  }

  private int node(int target) {
    return fabric.hosts().get(hosts.get(target)).id();
  }

  /** The class of the data: the one with the most bytes. */
  private static int dataClass(Map<Integer, PortResult> out) {
    long[] bytes = new long[8];
    out.values().forEach(port -> Arrays.setAll(bytes, i -> bytes[i] + port.bytes()[i]));
    int most = 0;
    for (int i = 1; i < bytes.length; i++) {
      most = bytes[i] > bytes[most] ? i : most;
    }
    return most;
  }

  private Map<String, Long> counts(
      PortResult sent,
      PortResult got,
      HostCounts host,
      Optional<HostPcieCounts> slot,
      int dataClass) {
    Map<String, Long> counts = new HashMap<>();
    long gotBytes = sum(got.bytes()) - sum(got.lostBytes());
    long gotPackets = sum(got.packets()) - sum(got.lost());
    counts.put("tx_bytes_phy", sum(sent.bytes()));
    counts.put("rx_bytes_phy", gotBytes);
    counts.put("port_xmit_data", sum(sent.bytes()) / 4);
    counts.put("port_rcv_data", gotBytes / 4);
    counts.put("port_xmit_packets", sum(sent.packets()));
    counts.put("port_rcv_packets", gotPackets);
    counts.put("rx_prio3_pause", sent.pauses()[dataClass]);
    counts.put("rx_prio3_pause_duration", sent.pausedPs()[dataClass] / 1_000_000);
    counts.put("tx_prio3_pause", sum(sent.xoffSent()));
    counts.put("port_rcv_errors", sent.damaged());
    counts.put("rx_crc_errors_phy", sent.damaged());
    counts.put("symbol_error", sent.damaged());
    counts.put("port_xmit_discards", sum(got.drops()));
    counts.put("packet_seq_err", host.naksReceived());
    counts.put("out_of_sequence", host.naksSent());
    counts.put("local_ack_timeout_err", host.ackTimeouts());
    counts.put("implied_nak_seq_err", host.impliedNaks());
    counts.put("rnr_nak_retry_err", host.rnrNaksReceived());
    counts.put("req_transport_retries_exceeded", host.ackRetriesExceeded());
    counts.put("duplicate_request", host.duplicates());
    counts.put("np_ecn_marked_roce_packets", host.markedPackets());
    counts.put("np_cnp_sent", host.cnpsSent());
    counts.put("rp_cnp_handled", host.cnpsHandled());
    counts.put("rx_discards_phy", host.overflows());
    counts.put("tx_pause_storm_error_events", host.pauseStorms());
    counts.put(
        "aer_dev_correctable",
        slot.map(each -> each.card().total() + each.port().total()).orElse(0L));
    return counts;
  }

  private static long sum(long... values) {
    return Arrays.stream(values).sum();
  }

  /** Payload of a target's flows that arrived, in Gb/s, from the middle of the window on. */
  private double sendGbps(int target, double pulseEndPs) {
    double sum = Double.NaN;
    for (Slice.Pair pair : pairs) {
      if (pair.sender() != target || (isPulse && !pair.isVictim())) {
        continue;
      }
      double from = isPulse ? pulseEndPs / 4 : ps / 2.0;
      double to = isPulse ? pulseEndPs : ps;
      double bytes = delivered(pair.receiver(), to) - delivered(pair.receiver(), from);
      double gbps = bytes * 8 / ((to - from) / PS) / 1e9 * payloadShare;
      sum = Double.isNaN(sum) ? gbps : sum + gbps;
    }
    return sum;
  }

  /** Bytes that have come to a host by a time, between samples by proportion. */
  private double delivered(int target, double atPs) {
    double beforePs = 0;
    double before = 0;
    for (int i = 0; i < times.size(); i++) {
      double now = delivered.get(i)[node(target)];
      if (times.get(i) >= atPs) {
        double part = times.get(i) > beforePs ? (atPs - beforePs) / (times.get(i) - beforePs) : 1;
        return before + part * (now - before);
      }
      beforePs = times.get(i);
      before = now;
    }
    return before;
  }

  private double latencyUs(int target, List<FlowResult> flows) {
    return flows.stream()
        .filter(flow -> WindowRuns.isProbe(flow) && flow.source() == hosts.get(target))
        .filter(FlowResult::finished)
        .mapToDouble(flow -> flow.fctPs() / 1e6)
        .max()
        .orElse(Double.NaN);
  }

  /** When the last flow of a pulse's congestion completed; the window's end if one did not. */
  private double pulseEnd(List<FlowResult> flows) {
    int receiver = hosts.get(pairs.getFirst().receiver());
    return flows.stream()
        .filter(flow -> flow.destination() == receiver)
        .mapToDouble(flow -> flow.finished() ? flow.completedPs() : ps)
        .max()
        .orElse(ps);
  }

  private Map<String, Double> pulse(
      RunResult result, Map<Integer, PortResult> out, int dataClass, double pulseEnd) {
    Map<String, Double> measures = new HashMap<>();
    measures.put("marks", (double) result.counts().marks());
    measures.put("pauses", (double) result.counts().pauses());
    measures.put("cnps_sent", sum(result, true));
    measures.put("cnps_handled", sum(result, false));
    if (!Double.isNaN(firstMarkPs)) {
      measures.put("first_mark_us", firstMarkPs / 1e6);
    }
    result.pauseEvents().stream()
        .filter(event -> event.xoff() && event.priority() == dataClass)
        .mapToDouble(PauseEvent::atPs)
        .min()
        .ifPresent(first -> measures.put("first_pause_us", first / 1e6));
    double others =
        out.values().stream()
            .mapToLong(port -> sum(port.pauses()) - port.pauses()[dataClass])
            .sum();
    measures.put("other_pauses", others);
    if (pulseEnd < ps) {
      double last =
          result.pauseEvents().stream().mapToDouble(PauseEvent::atPs).max().orElse(pulseEnd);
      measures.put("pause_tail_ms", Math.max(0, last - pulseEnd) / 1e9);
    }
    long senders = pairs.stream().filter(pair -> !pair.isVictim()).count();
    for (Slice.Pair pair : pairs) {
      if (pair.isVictim()) {
        double rate = rateGbps(pair.sender()) * payloadShare;
        double fair = senders > 1 ? 1 - 1.0 / senders : 0.5;
        measures.put(
            "victim_share", Math.min(1, sendGbps(pair.sender(), pulseEnd) / (rate * fair)));
      }
    }
    return measures;
  }

  private double rateGbps(int target) {
    return fabric.links().get(fabric.ports().get(node(target)).getFirst()).rate().gbps();
  }

  private static double sum(RunResult result, boolean isSent) {
    return result.hosts().stream()
        .mapToLong(host -> isSent ? host.cnpsSent() : host.cnpsHandled())
        .sum();
  }
}
