package dev.headroom.sim.fuzz;

import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CompletionKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.DcqcnKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.IommuKnobs;
import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.NicKnobs;
import dev.headroom.model.knob.PcieFaultKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Presets;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.UplinkKnobs;
import dev.headroom.model.knob.WatchdogKnobs;
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
    credits();
    infiniband();
    linkRetry();
    stages();
    cells();
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
    set(TransportKnobs.MTU, dice.pick(256, 512, 1024, 2048, 4096, 4096));
    maybe(TransportKnobs.OPERATION, "send", "read", "read");
    maybe(TransportKnobs.MESSAGE_SIZE, "1B", "1000B", "4KiB", "5000B", "64KiB", "100KB");
    if (settings.get(TransportKnobs.MESSAGE_SIZE).bytes() == 1 && !dice.oneIn(4)) {
      set(TransportKnobs.MESSAGE_SIZE, "300B");
    }
    maybe(TransportKnobs.OUTSTANDING, 1, 2, 3, 8);
    maybe(TransportKnobs.OUTSTANDING_READS, 1, 2, 5);
    receiveQueue();
    recovery();
    maybe(TransportKnobs.ACK_EVERY, 1, 2, 3, 16, 1000);
    seldom(TransportKnobs.TRAFFIC_CLASS, 0, 4, 5, 7);
    seldom(TransportKnobs.ACK_CLASS, 0, 3, 6, 7);
    seldom(TransportKnobs.ACK_HOST_CLASS, 0, 3, 6);
    maybe(TransportKnobs.CNP_CLASS, 0, 3, 5, 7);
    seldom(TransportKnobs.WINDOW, "1B", "4KiB", "64KB", "1MiB");
    seldom(TransportKnobs.WINDOW_FOLLOWS_RATE, "true");
    set(TransportKnobs.ACK_TIMEOUT, dice.pick(4, 6, 8, 9, 10, 10, 10));
    seldom(TransportKnobs.ACK_TIMEOUT, 0);
    seldom(TransportKnobs.RETRY_COUNT, 0, 1, 3);
    maybe(TransportKnobs.INITIAL_PSN, 16_777_206, 16_777_215, 8_388_600, 12_345);
    seldom(TransportKnobs.NAK_INTERVAL, "0ns", "1us", "500us");
    if (dice.oneIn(16)) {
      set(TransportKnobs.FRAMING, "hpcc-ns3");
      set(TransportKnobs.MTU, dice.pick(256, 777, 1000, 9000));
    }
  }

  private void recovery() {
    if (!"write".equals(settings.get(TransportKnobs.OPERATION)) || dice.oneIn(2)) {
      return;
    }
    set(TransportKnobs.RECOVERY, dice.pick("out-of-order", "selective-repeat"));
    maybe(TransportKnobs.REORDER_WINDOW, 1, 2, 7, 64, 128);
    maybe(TransportKnobs.BDP_CAP, "false");
    maybe(TransportKnobs.SHORT_TIMEOUT, "100us", "1ms");
    maybe(TransportKnobs.FEW_PACKETS, 1, 10);
  }

  private void receiveQueue() {
    if (!"send".equals(settings.get(TransportKnobs.OPERATION)) || dice.oneIn(3)) {
      return;
    }
    set(TransportKnobs.RECEIVE_QUEUE, dice.pick(1, 1, 2, 5, 100));
    maybe(TransportKnobs.RECEIVE_REPOST, "0ns", "10us", "300us");
    maybe(TransportKnobs.RNR_TIMER, 1, 2, 7);
    if (dice.oneIn(4)) {
      set(TransportKnobs.RNR_RETRY, dice.pick(0, 1, 6));
      maybe(TransportKnobs.RECEIVE_QUEUE, 0, 1);
    }
  }

  private void congestion() {
    if (dice.oneIn(3)) {
      set(CongestionKnobs.ALGORITHM, "none");
    } else if (dice.oneIn(3)) {
      anyControl();
    } else if (dice.oneIn(2)) {
      settings = settings.with(dice.pick(Presets.all()).settings());
      switch (settings.get(TransportKnobs.TRANSPORT)) {
        case "uec" -> ultraEthernet();
        case "srd" -> srd();
        case "falcon" -> falcon();
        case "tcp", "iwarp" -> tcp();
        default -> {}
      }
      if (!"write".equals(settings.get(TransportKnobs.OPERATION))) {
        set(TransportKnobs.RECOVERY, "go-back-n");
      }
    }
    seldom(DcqcnKnobs.FORM, "paper", "vendor");
    seldom(CongestionKnobs.ECN, "false");
    if (dice.oneIn(3)) {
      set(CongestionKnobs.KMIN, dice.pick("0B", "5KB", "20KB"));
      set(CongestionKnobs.KMAX, dice.pick("21KB", "200KB", "1MB"));
    }
    maybe(CongestionKnobs.PMAX, "0.01", "0.5", "1", "0");
    maybe(CongestionKnobs.MARKING, "enqueue");
    seldom(CongestionKnobs.FEEDBACK, "ack");
    maybe(CongestionKnobs.CNP_INTERVAL, "0ns", "1us", "50us");
    maybe(CongestionKnobs.CNP_TIMING, "gap", "slots", "window");
  }

  /** One that learns from ACKs only where there are any. */
  private void anyControl() {
    boolean read = "read".equals(settings.get(TransportKnobs.OPERATION));
    set(
        CongestionKnobs.ALGORITHM,
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
    set(TransportKnobs.OPERATION, "write");
    maybe(UetKnobs.DELIVERY, "rod", "rod", "rudi", "uud");
    boolean stateless = List.of("rudi", "uud").contains(settings.get(UetKnobs.DELIVERY));
    set(
        CongestionKnobs.ALGORITHM,
        stateless ? dice.pick("nscc", "none") : dice.pick("nscc", "rccc", "nscc-rccc", "dctcp"));
    maybe(UetKnobs.SPRAYING, "oblivious", "bitmap", "reps", "recycling");
    maybe(UetKnobs.ENTROPY_VALUES, 1, 1, 4, 512);
    seldom(SwitchKnobs.TRIMMING, "false");
    seldom(SwitchKnobs.QUEUE_LIMIT, "10KB", "100KB");
    seldom(UetKnobs.ACK_BYTES, "1B", "1MiB");
    seldom(UetKnobs.TIMEOUT, "20us", "1ms");
  }

  private void srd() {
    set(TransportKnobs.OPERATION, "write");
    maybe(TransportKnobs.MTU, 1, 256, 4096);
    seldom(CongestionKnobs.ALGORITHM, "none");
    maybe(SrdKnobs.WAYS, 1, 1, 4, 512);
    maybe(SrdKnobs.WAY_MEMORY, "1us", "100us", "1s");
    maybe(SrdKnobs.TIMEOUT_SCALE, "1", "20");
    maybe(SrdKnobs.MIN_TIMEOUT, "1us", "20us", "1ms");
    seldom(SrdKnobs.TARGET, "100ns", "1ms");
    seldom(SrdKnobs.MARGIN, "0", "0.9");
    seldom(SrdKnobs.AI, "0.5");
  }

  private void falcon() {
    set(TransportKnobs.OPERATION, "write");
    seldom(CongestionKnobs.ALGORITHM, "none");
    maybe(FalconKnobs.RECOVERY, "eack");
    seldom(FalconKnobs.REORDERING, 0, 50);
    maybe(FalconKnobs.RECEIVE_WINDOW, 1, 2, 16, 65);
    maybe(FalconKnobs.ACK_WINDOW, 0, 1000);
    maybe(FalconKnobs.ACK_SHARE, "0.01", "1");
    maybe(FalconKnobs.ACK_DELAY, "0ns", "100us");
    maybe(FalconKnobs.TIMEOUT_SCALE, "1", "20");
    maybe(FalconKnobs.MIN_TIMEOUT, "1us", "50us", "1ms");
    maybe(FalconKnobs.PATH_CHANGE, "false");
    maybe(FalconKnobs.PLB_ROUNDS, 1);
    maybe(FalconKnobs.NIC_TARGET, 1, 5);
    seldom(FalconKnobs.NIC_WINDOW, 1, 7);
  }

  private void tcp() {
    set(TransportKnobs.OPERATION, dice.pick("write", "send"));
    set(TransportKnobs.RECOVERY, "go-back-n");
    set(TransportKnobs.MTU, dice.pick(576, 1500, 9000));
    set(CongestionKnobs.ALGORITHM, dice.pick("reno", "cubic", "cubic", "bbr", "none"));
    if (dice.oneIn(4)) {
      set(CongestionKnobs.ALGORITHM, "dctcp");
      set(CongestionKnobs.ECN, "true");
    }
    seldom(TcpKnobs.HANDSHAKE, "false");
    seldom(TcpKnobs.RECEIVE_WINDOW, "64KiB", "64MiB");
    maybe(TcpKnobs.ACK_EVERY, 1, 3, 8);
    maybe(TcpKnobs.ACK_DELAY, "10us", "1ms");
    maybe(TcpKnobs.MIN_TIMEOUT, "1ms", "10ms");
    seldom(TcpKnobs.TAIL_PROBE, "false");
    maybe(TcpKnobs.PROBE_SLACK, "0ns", "100us");
    maybe(TcpKnobs.INITIAL_WINDOW, 1, 2, 100);
    maybe(CpuKnobs.STACK, "free");
    maybe(CpuKnobs.CORES, 1, 4);
    maybe(CpuKnobs.INTERRUPT_CORES, 1, 3);
    maybe(CpuKnobs.MODERATION, "0ns", "50us");
    maybe(CpuKnobs.ADAPTIVE, "true");
    seldom(CpuKnobs.MODERATION_FRAMES, 1, 30);
    seldom(CpuKnobs.RING, 3, 40);
    seldom(CpuKnobs.SEND_BUFFER, "64KiB");
    seldom(CpuKnobs.CALL, "1KiB", "1MiB");
    seldom(CpuKnobs.RECEIVE_COPY, "0", "20");
    seldom(TcpKnobs.BBR_MIN_RTT, "100us");
    seldom(TcpKnobs.BBR_PROBE, "10us");
  }

  private void pfc() {
    seldom(PfcKnobs.PFC, "false");
    maybe(PfcKnobs.PFC_CLASSES, "3", "3,4", "0,1,2,3,4,5,6,7", "0", "none");
    seldom(PfcKnobs.XOFF, "1B", "10KB", "1MB");
    maybe(PfcKnobs.XON_OFFSET, "0B", "1KB", "100KB");
    seldom(PfcKnobs.PFC_RESPONSE, "0ns", "100ns", "1us", "10us");
    maybe(PfcKnobs.PAUSE_QUANTA, 0, 4_096, 20_000);
    if (dice.oneIn(6)) {
      set(WatchdogKnobs.ACTION, dice.pick("drop", "forward"));
      set(WatchdogKnobs.DETECTION, dice.pick("5us", "30us", "200us"));
      maybe(WatchdogKnobs.RESTORATION, "5us", "1ms");
      maybe(WatchdogKnobs.POLL, "3us", "50us");
    }
  }

  private void credits() {
    if (!dice.oneIn(4)) {
      return;
    }
    set(CreditKnobs.CREDITS, "true");
    seldom(CreditKnobs.CREDIT_CLASSES, "3", "0,3,4", "none");
    maybe(CreditKnobs.CREDIT_BUFFER, "16KiB", "20KB", "64KiB", "128KiB");
    maybe(CreditKnobs.CREDIT_PERIOD, "0ns", "77ns", "1us", "20us");
    seldom(CreditKnobs.CREDIT_SYNC, "100ns", "5us", "200us");
    if (!"infiniband".equals(settings.get(TransportKnobs.TRANSPORT)) && dice.oneIn(2)) {
      set(CreditKnobs.CREDIT_FORM, "cbfc");
      maybe(CreditKnobs.CREDIT_BUFFER, "24KiB", "128KiB", "2MiB");
      maybe(CreditKnobs.CREDIT_UNIT, "32B", "256B", "2KiB");
      maybe(CreditKnobs.CREDIT_OVERHEAD, "-16", "64", "127");
      maybe(CreditKnobs.CREDIT_SPACING, "800B", "100KB");
    }
  }

  private void infiniband() {
    seldom(InfinibandKnobs.ENGINE, "up-down");
    seldom(InfinibandKnobs.LMC, 1, 3);
    seldom(InfinibandKnobs.SL2VL, "7,6,5,4,3,2,1,0", "0,0,0,0,0,0,0,0");
    if ("infiniband".equals(settings.get(TransportKnobs.TRANSPORT))) {
      set(CreditKnobs.CREDITS, "true");
    }
    set(RoutingKnobs.SUBNETS, "fabric");
  }

  private void linkRetry() {
    boolean beside =
        !settings.get(CreditKnobs.CREDITS) || "cbfc".equals(settings.get(CreditKnobs.CREDIT_FORM));
    if (beside && dice.oneIn(4)) {
      set(FailureKnobs.LINK_RETRY, "true");
      maybe(FailureKnobs.LINK_RETRIES, 1, 3);
    }
  }

  /**
   * What happens inside the hosts. Ties by insertion want them ideal, and the ledger knows what has
   * come, not what has been taken from PCIe when a receive request is posted again.
   */
  private void stages() {
    if (!dice.oneIn(6)
        || settings.isSet(RunKnobs.TIES)
        || settings.isSet(TransportKnobs.RECEIVE_QUEUE)) {
      return;
    }
    set(PcieKnobs.STAGES, "detailed");
    maybe(PcieKnobs.GENERATION, 1, 3, 6);
    maybe(PcieKnobs.LANES, 1, 8);
    maybe(PcieKnobs.MAX_PAYLOAD, 128, 4096);
    maybe(PcieKnobs.MAX_READ_REQUEST, 128, 4096);
    maybe(PcieKnobs.READ_TAGS, 1, 8);
    seldom(PcieKnobs.WRITE_CREDITS, "64B", "4KiB");
    maybe(PcieKnobs.READ_LATENCY, "0ns", "5us");
    seldom(PcieKnobs.STALL_AT, "0ns", "5us", "100us");
    maybe(PcieKnobs.STALL_FOR, "1us", "300us");
    maybe(PcieKnobs.MEMORY, "gpu", "staged");
    maybe(PcieKnobs.GPU_PATH, "phb", "sys");
    seldom(PcieKnobs.PEER_RATE, "1Gbps", "50Gbps");
    maybe(PcieKnobs.PAGE, "4KiB", "1GiB");
    maybe(PcieKnobs.BUFFER, "1B", "100KB", "64MiB");
    slots();
    nics();
  }

  /** What goes wrong between a NIC and memory, or takes its time there. */
  private void slots() {
    if (dice.oneIn(3)) {
      set(PcieFaultKnobs.BIT_ERRORS, dice.pick("1e-9", "1e-6", "1e-5", "1e-4"));
      maybe(PcieFaultKnobs.SLOWER_BIT_ERRORS, "1e-7", "1e-5");
      set(PcieFaultKnobs.RETRAIN_TIME, dice.pick("0ns", "5us", "300us"));
      maybe(PcieFaultKnobs.SLOWER_AFTER, 1, 3, 1000);
    }
    maybe(IommuKnobs.ACS, "redirect", "translated");
    maybe(UplinkKnobs.SHARING, 2, 3, 8);
    seldom(UplinkKnobs.UPLINK_LANES, 1, 8);
    seldom(UplinkKnobs.OTHERS_READ, "100Mbps", "1Gbps");
    seldom(UplinkKnobs.OTHERS_WRITE, "100Mbps", "1Gbps");
    if (dice.oneIn(3)) {
      set(IommuKnobs.TRANSLATION, dice.pick("root", "ats"));
      maybe(IommuKnobs.ENTRIES, 1, 7, 1000);
      maybe(IommuKnobs.WALK, "0ns", "3us");
      maybe(IommuKnobs.WALK_PERIOD, "0ns", "1us");
      maybe(IommuKnobs.PAGE, "4KiB", "1GiB");
      maybe(IommuKnobs.DEVICE_ENTRIES, 1, 5, 100);
      maybe(IommuKnobs.DEVICE_MISS, "0ns", "1us");
    }
  }

  private void nics() {
    seldom(NicKnobs.POST, "0ns", "10us");
    maybe(NicKnobs.BLUE_FLAME, "false");
    maybe(NicKnobs.INLINE, "0B", "1KiB");
    seldom(NicKnobs.MESSAGE_RATE, "0.1", "1");
    seldom(NicKnobs.READ_RATE, "0.1", "1");
    maybe(NicKnobs.CONTEXTS, 1, 3);
    maybe(NicKnobs.CONTEXT_CACHE, 1, 3);
    maybe(NicKnobs.TRANSLATIONS, 1, 5);
    seldom(NicKnobs.TRANSLATION_MISS, "0ns", "20us");
    maybe(NicKnobs.TRANSMIT_BUFFER, "16KiB", "64KiB");
    maybe(NicKnobs.MODERATION, 1, 3, 16);
    seldom(NicKnobs.FUNCTION, "virtual");
    maybe(NicKnobs.FUNCTIONS, 1, 33);
    maybe(NicKnobs.LOOKUPS, 1, 32);
    maybe(HostKnobs.RECEIVE_BUFFER, "20KB", "200KB", "2MiB");
  }

  private void switches() {
    maybe(SwitchKnobs.SWITCH_CELL, "1B", "64B", "80B", "144B", "208B", "254B", "1KiB");
    maybe(SwitchKnobs.FORWARDING, "store-and-forward");
    seldom(SwitchKnobs.ADMISSION, "tail");
    maybe(SwitchKnobs.SWITCH_LATENCY, "0ns", "1ns", "800ns", "3us");
    maybe(SwitchKnobs.ALPHA, "0.0078125", "0.0625", "1", "8");
    maybe(SwitchKnobs.LOSSY_ALPHA, "0.015625", "0.25", "8");
    maybe(SwitchKnobs.RESERVED, "0B", "1KiB", "20KB");
    if (dice.oneIn(3)) {
      set(SwitchKnobs.SCHEDULING, schedule());
    }
    seldom(RoutingKnobs.HASH, "murmur3");
    seldom(RoutingKnobs.SALT, "none");
    maybe(RoutingKnobs.UDP_PORT, "fixed", "nic");
    if (dice.oneIn(6)) {
      set(ClassKnobs.SWITCH_DSCP_MAP, dice.pick("default", "24-31=1", "26=4,*=0", "48=3"));
      set(ClassKnobs.QUEUE_MAP_OF_SWITCHES, dice.pick("default", "3=0", "*=2"));
      set(ClassKnobs.HOST_DSCP_MAP, dice.pick("default", "26=0", "*=3"));
      seldom(ClassKnobs.DSCP, 0, 3, 63);
    }
    // Grown until reserves and headroom fit: see RandomScenario.
    set(SwitchKnobs.SWITCH_BUFFER, dice.pick("64KiB", "100KiB", "256KiB", "1MiB", "32MiB", "1GiB"));
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
      set(HostKnobs.DRAIN, dice.pick("5Gbps", "20Gbps", "90Gbps"));
      set(HostKnobs.RECEIVE_BUFFER, dice.pick("20KB", "200KB", "2MiB", "16MiB"));
    }
    if (dice.oneIn(8)) {
      set(CompletionKnobs.WAIT, "events");
      maybe(CompletionKnobs.PERIOD, "10us");
      maybe(CompletionKnobs.COUNT, 1, 8);
      seldom(CompletionKnobs.ADAPTIVE, "true");
    }
  }

  private void routing() {
    if (!dice.oneIn(3)) {
      return;
    }
    set(
        RoutingKnobs.ROUTING,
        dice.pick(
            "linear",
            "resilient",
            "flowlet",
            "adaptive",
            "adaptive-remote",
            "spray",
            "round-robin"));
    if (!"murmur3".equals(settings.get(RoutingKnobs.HASH))) {
      seldom(RoutingKnobs.ROUTING, "e-ecmp");
    }
    maybe(RoutingKnobs.BUCKETS, 2, 7, 64);
    maybe(RoutingKnobs.FLOWLET_GAP, "0ns", "300ns", "5us");
    maybe(RoutingKnobs.FLOWLET_CHOICE, "queue");
    maybe(RoutingKnobs.FLOWLET_TABLE, 1, 16);
    maybe(RoutingKnobs.GRADES, "none", "5KB,20KB", "0B");
    maybe(RoutingKnobs.GRADE_PERIOD, "100ns", "3us");
  }

  private void run() {
    set(RunKnobs.SEED, dice.between(0, 1_000_000));
    maybe(RoutingKnobs.VALLEY, "allow");
    set(FailureKnobs.DETECTION, dice.pick("0ns", "0ns", "1us", "50us"));
    seldom(FailureKnobs.CONVERGENCE, "50us", "300us");
    maybe(FailureKnobs.QUEUED, "wait");
    maybe(RunKnobs.GRID, "100ns", "10us", "777ns");
    if (dice.oneIn(16)) {
      set(RunKnobs.TIES, "insertion");
    }
    // Cut times let a flow control packet overtake data, which then counts as lost for a while.
    if (dice.oneIn(16) && !settings.get(CreditKnobs.CREDITS)) {
      set(RunKnobs.ROUNDING, "1ns");
    }
    set(RunKnobs.STOP, "10s");
  }

  /** Drawn last, so that what seeds drew before there were cells stays. */
  private void cells() {
    if (!dice.oneIn(6) || settings.get(SwitchKnobs.TRIMMING)) {
      return;
    }
    set(RoutingKnobs.ROUTING, "cells");
    maybe(RoutingKnobs.CELL, "64B", "100B", "1KiB", "16KiB");
    maybe(RoutingKnobs.CELL_HEADER, "0B", "63B");
    maybe(RoutingKnobs.CELL_CHOICE, "queue");
    maybe(RoutingKnobs.REASSEMBLY, "1us", "50us");
    maybe(RoutingKnobs.VOQ, "false");
    maybe(RoutingKnobs.VOQ_CREDIT, "64B", "1MiB");
    maybe(RoutingKnobs.VOQ_SPEEDUP, "1", "2");
    maybe(RoutingKnobs.VOQ_LIMIT, "0B", "1MiB");
    if (settings.get(CreditKnobs.CREDITS)) {
      set(RoutingKnobs.VOQ, "false");
    }
  }
}
