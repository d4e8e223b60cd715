package dev.headroom.prove.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.prove.sample.Series;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A fleet with twelve faults and some events that are none: it must give twelve alarms, and what
 * follows from them must stand below them.
 */
final class WatchedFleetTest {
  private static final Duration STEP = Duration.ofSeconds(30);
  private static final int LENGTH = 40;

  /** A fault of one machine: what goes wrong in each step of it, and what must be said. */
  private record Fault(String alarm, Act act, Act after) {}

  @FunctionalInterface
  private interface Act {
    void on(VirtualHost host);
  }

  private static final Act NOTHING = _ -> {};

  private static final List<Fault> FAULTS =
      List.of(
          new Fault(
              "RdmaLinkDown",
              host -> host.set(VirtualHost.port("state_id", 1), 1),
              host -> {
                host.set(VirtualHost.port("state_id", 1), 4);
                host.add(VirtualHost.port("link_downed_total", 1), 1);
              }),
          new Fault(
              "PauseSource",
              host -> host.add(VirtualHost.ethtool("transmitted_prio3_pause", 2), 60_000),
              NOTHING),
          new Fault(
              "EcnMarkedButNoCnp",
              host -> {
                host.add(VirtualHost.port("np_ecn_marked_roce_packets_received_total", 0), 4e7);
                host.answerMarks(false);
              },
              host -> host.answerMarks(true)),
          new Fault(
              "RdmaRetransmits",
              host -> host.add(VirtualHost.port("packet_sequence_errors_total", 3), 90),
              NOTHING),
          new Fault(
              "OpticHot",
              host ->
                  host.set(
                      Series.of("headroom_transceiver_temperature_celsius", "device", "eth1"), 73),
              NOTHING),
          new Fault(
              "PcieAerCorrectable",
              host -> host.add(VirtualHost.aer(2, "correctable"), 4),
              NOTHING),
          new Fault(
              "EthernetFecUncorrected",
              host -> host.add(VirtualHost.ethtool("received_pcs_symbol_err_phy", 0), 7),
              NOTHING),
          new Fault(
              "SymbolErrorRate",
              host -> host.add(VirtualHost.port("symbol_error_total", 2), 1),
              NOTHING),
          new Fault(
              "PcieLinkDegraded",
              host -> host.set(Series.of("headroom_pcie_link_lanes", "device", "mlx5_3"), 8),
              host -> host.set(Series.of("headroom_pcie_link_lanes", "device", "mlx5_3"), 16)),
          new Fault(
              "RdmaSilentFallbackToTcp",
              host -> {
                for (int nic = 0; nic < VirtualHost.NICS; nic++) {
                  host.remove(VirtualHost.port("port_data_transmitted_bytes_total", nic));
                  host.remove(VirtualHost.port("port_packets_received_total", nic));
                }
                host.add(
                    Series.of("node_network_transmit_bytes_total", "device", "eno1"), 30 * 5e9);
              },
              NOTHING),
          new Fault(
              "NicBehindPeers",
              host ->
                  host.add(
                      VirtualHost.port("port_data_transmitted_bytes_total", 1), -0.9 * 40e9 * 30),
              NOTHING),
          new Fault("KernelLogError", host -> host.add(VirtualHost.xid(), 1), NOTHING));

  @Test
  void shouldGiveTwelveAlarmsForTwelveFaultsAndNoOther() {
    watch(14, 360);
  }

  @Test
  @Tag("whole")
  void shouldGiveTwelveAlarmsForTwelveFaultsOfADayOfAHundredMachines() {
    watch(100, 2880);
  }

  private static void watch(int hosts, int steps) {
    List<VirtualHost> fleet = new ArrayList<>();
    for (int i = 0; i < hosts; i++) {
      fleet.add(new VirtualHost("gpu-" + i, i));
    }
    AlarmEngine engine = new AlarmEngine(AlarmTable.all());
    Map<String, String> roots = new TreeMap<>();
    int followers = 0;
    Instant now = Instant.parse("2026-11-02T00:00:00Z");
    for (int step = 0; step < steps; step++, now = now.plus(STEP)) {
      List<AlarmEvent> fired = new ArrayList<>();
      for (int i = 0; i < hosts; i++) {
        VirtualHost host = fleet.get(i);
        host.work(1);
        happen(host, i, step, steps, hosts);
        engine.add(host.sample(now)).stream().filter(AlarmEvent::fired).forEach(fired::add);
      }
      if (!fired.isEmpty()) {
        List<String> now0 = engine.incidents().stream().map(each -> key(each.root())).toList();
        for (AlarmEvent event : fired) {
          if (now0.contains(key(event.alarm()))) {
            roots.merge(event.alarm().rule().name(), event.alarm().host(), (a, b) -> a + " " + b);
          } else {
            followers++;
          }
        }
      }
    }
    Map<String, String> expected = new TreeMap<>();
    for (int i = 0; i < FAULTS.size(); i++) {
      expected.put(FAULTS.get(i).alarm(), "gpu-" + i);
    }
    assertThat(roots).isEqualTo(expected);
    assertThat(followers).as("victims of the storm are below who starts it").isGreaterThan(2);
  }

  private static String key(Alarm alarm) {
    return alarm.host() + alarm.rule().name() + alarm.labels();
  }

  /** Faults come one after another, each on a machine of its own; others reboot or are renamed. */
  private static void happen(VirtualHost host, int number, int step, int steps, int hosts) {
    int begin = 30 + number * (steps - 30 - LENGTH) / FAULTS.size();
    if (number < FAULTS.size()) {
      Fault fault = FAULTS.get(number);
      if (step >= begin && step < begin + LENGTH) {
        fault.act().on(host);
      } else if (step == begin + LENGTH) {
        fault.after().on(host);
      }
    }
    int storm = 30 + (steps - 30 - LENGTH) / FAULTS.size();
    boolean victim = number >= FAULTS.size() || number == 8;
    if (victim && step >= storm && step < storm + LENGTH) {
      host.add(VirtualHost.ethtool("received_prio3_pause_duration", 0), 12_000_000);
      host.add(VirtualHost.ethtool("received_prio3_pause", 0), 3_000);
    }
    if (number == hosts - 1 && step == steps / 2) {
      host.reboot();
    }
    if (number == hosts - 2 && step == steps / 3) {
      host.swapNames();
    }
  }
}
