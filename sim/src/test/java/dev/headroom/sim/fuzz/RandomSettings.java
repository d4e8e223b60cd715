package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Presets;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.UetKnobs;
import java.util.ArrayList;
import java.util.List;

/** Settings of every sort; each knob is left alone about half of the time. */
final class RandomSettings {
  private final Dice dice;
  private Settings settings = Settings.DEFAULTS;

  RandomSettings(Dice dice) {
    this.dice = dice;
  }

  Settings settings() {
    transport();
    congestion();
    pfc();
    switches();
    hosts();
    routing();
    run();
    return settings;
  }

  private void set(Knob<?> knob, Object value) {
    settings = settings.with(knob, value.toString());
  }

  private void maybe(Knob<?> knob, Object... values) {
    if (dice.oneIn(2)) {
      set(knob, dice.pick(values));
    }
  }

  private void seldom(Knob<?> knob, Object... values) {
    if (dice.oneIn(6)) {
      set(knob, dice.pick(values));
    }
  }

  private void transport() {
    set(Knobs.MTU, dice.pick(256, 512, 1024, 2048, 4096, 4096));
    maybe(Knobs.OPERATION, "send", "read", "read");
    maybe(Knobs.MESSAGE_SIZE, "1B", "1000B", "4KiB", "5000B", "64KiB", "100KB");
    if (settings.get(Knobs.MESSAGE_SIZE).bytes() == 1 && !dice.oneIn(4)) {
      set(Knobs.MESSAGE_SIZE, "300B");
    }
    maybe(Knobs.OUTSTANDING, 1, 2, 3, 8);
    maybe(Knobs.OUTSTANDING_READS, 1, 2, 5);
    receiveQueue();
    recovery();
    maybe(Knobs.ACK_EVERY, 1, 2, 3, 16, 1000);
    seldom(Knobs.TRAFFIC_CLASS, 0, 4, 5, 7);
    seldom(Knobs.ACK_CLASS, 0, 3, 6, 7);
    seldom(Knobs.ACK_HOST_CLASS, 0, 3, 6);
    maybe(Knobs.CNP_CLASS, 0, 3, 5, 7);
    seldom(Knobs.WINDOW, "1B", "4KiB", "64KB", "1MiB");
    seldom(Knobs.WINDOW_FOLLOWS_RATE, "true");
    set(Knobs.ACK_TIMEOUT, dice.pick(4, 6, 8, 9, 10, 10, 10));
    seldom(Knobs.ACK_TIMEOUT, 0);
    seldom(Knobs.RETRY_COUNT, 0, 1, 3);
    maybe(Knobs.INITIAL_PSN, 16_777_206, 16_777_215, 8_388_600, 12_345);
    seldom(Knobs.NAK_INTERVAL, "0ns", "1us", "500us");
    if (dice.oneIn(16)) {
      set(Knobs.FRAMING, "hpcc-ns3");
      set(Knobs.MTU, dice.pick(256, 777, 1000, 9000));
    }
  }

  private void recovery() {
    if (!"write".equals(settings.get(Knobs.OPERATION)) || dice.oneIn(2)) {
      return;
    }
    set(Knobs.RECOVERY, dice.pick("out-of-order", "selective-repeat"));
    maybe(Knobs.REORDER_WINDOW, 1, 2, 7, 64, 128);
    maybe(Knobs.BDP_CAP, "false");
    maybe(Knobs.SHORT_TIMEOUT, "100us", "1ms");
    maybe(Knobs.FEW_PACKETS, 1, 10);
  }

  private void receiveQueue() {
    if (!"send".equals(settings.get(Knobs.OPERATION)) || dice.oneIn(3)) {
      return;
    }
    set(Knobs.RECEIVE_QUEUE, dice.pick(1, 1, 2, 5, 100));
    maybe(Knobs.RECEIVE_REPOST, "0ns", "10us", "300us");
    maybe(Knobs.RNR_TIMER, 1, 2, 7);
    if (dice.oneIn(4)) {
      set(Knobs.RNR_RETRY, dice.pick(0, 1, 6));
      maybe(Knobs.RECEIVE_QUEUE, 0, 1);
    }
  }

  private void congestion() {
    if (dice.oneIn(3)) {
      set(Knobs.ALGORITHM, "none");
    } else if (dice.oneIn(3)) {
      anyControl();
    } else if (dice.oneIn(2)) {
      settings = settings.with(dice.pick(Presets.all()).settings());
      if ("uec".equals(settings.get(Knobs.TRANSPORT))) {
        ultraEthernet();
      } else if (!"write".equals(settings.get(Knobs.OPERATION))) {
        set(Knobs.RECOVERY, "go-back-n");
      }
    }
    seldom(Knobs.FORM, "paper", "vendor");
    seldom(Knobs.ECN, "false");
    if (dice.oneIn(3)) {
      set(Knobs.KMIN, dice.pick("0B", "5KB", "20KB"));
      set(Knobs.KMAX, dice.pick("21KB", "200KB", "1MB"));
    }
    maybe(Knobs.PMAX, "0.01", "0.5", "1", "0");
    maybe(Knobs.MARKING, "enqueue");
    seldom(Knobs.FEEDBACK, "ack");
    maybe(Knobs.CNP_INTERVAL, "0ns", "1us", "50us");
    maybe(Knobs.CNP_TIMING, "gap", "slots", "window");
  }

  /** One that learns from ACKs only where there are any. */
  private void anyControl() {
    boolean read = "read".equals(settings.get(Knobs.OPERATION));
    set(
        Knobs.ALGORITHM,
        read
            ? dice.pick("hp-dcqcn", "rtt-probe")
            : dice.pick(
                "hp-dcqcn",
                "hpcc",
                "hpcc++",
                "hpcc-pint",
                "timely",
                "patched-timely",
                "swift",
                "dctcp",
                "rtt-probe",
                "admission"));
    maybe(ControllerKnobs.HPCC_HOPS, 1, 3, 16);
    maybe(ControllerKnobs.ADMISSION_SLOT, "1B", "10KB", "100KB");
    maybe(ControllerKnobs.PINT_PROBABILITY, "0.1");
  }

  private void ultraEthernet() {
    set(Knobs.OPERATION, "write");
    set(Knobs.ALGORITHM, dice.pick("nscc", "rccc", "nscc-rccc"));
    maybe(UetKnobs.SPRAYING, "oblivious", "bitmap", "reps", "recycling");
    maybe(UetKnobs.ENTROPY_VALUES, 1, 1, 4, 512);
    seldom(Knobs.TRIMMING, "false");
    seldom(Knobs.QUEUE_LIMIT, "10KB", "100KB");
    seldom(UetKnobs.ACK_BYTES, "1B", "1MiB");
    seldom(UetKnobs.TIMEOUT, "20us", "1ms");
  }

  private void pfc() {
    seldom(Knobs.PFC, "false");
    maybe(Knobs.PFC_CLASSES, "3", "3,4", "0,1,2,3,4,5,6,7", "0", "none");
    seldom(Knobs.XOFF, "1B", "10KB", "1MB");
    maybe(Knobs.XON_OFFSET, "0B", "1KB", "100KB");
    seldom(Knobs.PFC_RESPONSE, "0ns", "100ns", "1us", "10us");
    maybe(Knobs.PAUSE_QUANTA, 0, 4_096, 20_000);
  }

  private void switches() {
    maybe(Knobs.SWITCH_CELL, "1B", "64B", "80B", "144B", "208B", "254B", "1KiB");
    maybe(Knobs.FORWARDING, "store-and-forward");
    seldom(Knobs.ADMISSION, "tail");
    maybe(Knobs.SWITCH_LATENCY, "0ns", "1ns", "800ns", "3us");
    maybe(Knobs.ALPHA, "0.0078125", "0.0625", "1", "8");
    maybe(Knobs.LOSSY_ALPHA, "0.015625", "0.25", "8");
    maybe(Knobs.RESERVED, "0B", "1KiB", "20KB");
    if (dice.oneIn(3)) {
      set(Knobs.SCHEDULING, schedule());
    }
    seldom(Knobs.HASH, "murmur3");
    seldom(Knobs.SALT, "none");
    maybe(Knobs.UDP_PORT, "fixed", "nic");
    // Grown until reserves and headroom fit: see RandomScenario.
    set(Knobs.SWITCH_BUFFER, dice.pick("64KiB", "100KiB", "256KiB", "1MiB", "32MiB", "1GiB"));
  }

  private String schedule() {
    List<Integer> strict = new ArrayList<>();
    StringBuilder weights = new StringBuilder();
    for (int c = 0; c < 8; c++) {
      if (dice.oneIn(4)) {
        strict.add(c);
      } else if (dice.oneIn(2)) {
        weights
            .append(weights.isEmpty() ? " dwrr:" : ",")
            .append(c)
            .append('=')
            .append(dice.between(1, 60));
      }
    }
    String first =
        strict.isEmpty()
            ? "strict:none"
            : "strict:" + String.join(",", strict.stream().map(String::valueOf).toList());
    return first + weights;
  }

  private void hosts() {
    if (dice.oneIn(8)) {
      set(Knobs.DRAIN, dice.pick("5Gbps", "20Gbps", "90Gbps"));
      set(Knobs.RECEIVE_BUFFER, dice.pick("20KB", "200KB", "2MiB", "16MiB"));
    }
  }

  private void routing() {
    if (!dice.oneIn(3)) {
      return;
    }
    set(
        Knobs.ROUTING,
        dice.pick("resilient", "flowlet", "adaptive", "adaptive-remote", "spray", "round-robin"));
    if (!"murmur3".equals(settings.get(Knobs.HASH))) {
      seldom(Knobs.ROUTING, "e-ecmp");
    }
    maybe(Knobs.BUCKETS, 2, 7, 64);
    maybe(Knobs.FLOWLET_GAP, "0ns", "300ns", "5us");
    maybe(Knobs.FLOWLET_CHOICE, "queue");
    maybe(Knobs.FLOWLET_TABLE, 1, 16);
    maybe(Knobs.GRADES, "none", "5KB,20KB", "0B");
    maybe(Knobs.GRADE_PERIOD, "100ns", "3us");
  }

  private void run() {
    set(Knobs.SEED, dice.between(0, 1_000_000));
    maybe(Knobs.VALLEY, "allow");
    set(Knobs.DETECTION, dice.pick("0ns", "0ns", "1us", "50us"));
    seldom(Knobs.CONVERGENCE, "50us", "300us");
    maybe(Knobs.GRID, "100ns", "10us", "777ns");
    if (dice.oneIn(16)) {
      set(Knobs.TIES, "insertion");
    }
    if (dice.oneIn(16)) {
      set(Knobs.ROUNDING, "1ns");
    }
    set(Knobs.STOP, "10s");
  }
}
