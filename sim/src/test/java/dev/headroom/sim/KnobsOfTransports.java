package dev.headroom.sim;

import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.SrdKnobs;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TcpKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.ValueType;
import dev.headroom.model.scenario.Presets;
import java.util.List;

/** Where to see the knobs of transports at work. */
final class KnobsOfTransports {
  private KnobsOfTransports() {}

  static void enter(KnobPlaces places) {
    places.see(TransportKnobs.OPERATION, Scenes::busy, "send");
    places.see(TransportKnobs.MTU, Scenes::busy, "1024");
    places.see(TransportKnobs.MESSAGE_SIZE, Scenes::busy, "16KiB");
    places.see(TransportKnobs.OUTSTANDING, KnobsOfTransports::smallMessages, "1");
    places.see(
        TransportKnobs.OUTSTANDING_READS,
        () -> smallMessages().set(TransportKnobs.OPERATION, "read"),
        "1");
    places.see(TransportKnobs.ACK_EVERY, Scenes::busy, "1");
    places.see(TransportKnobs.TRAFFIC_CLASS, Scenes::busy, "4");
    places.see(TransportKnobs.ACK_CLASS, Scenes::busy, "6");
    places.see(TransportKnobs.ACK_HOST_CLASS, Scenes::busy, "6");
    places.see(TransportKnobs.CNP_CLASS, Scenes::busy, "3");
    places.see(TransportKnobs.WINDOW, Scenes::busy, "20KB");
    places.see(
        TransportKnobs.WINDOW_FOLLOWS_RATE,
        () -> Scenes.busy().set(TransportKnobs.WINDOW, "100KB"),
        "true");
    places.see(TransportKnobs.ACK_TIMEOUT, Scenes::lossy, "4");
    places.see(TransportKnobs.RETRY_COUNT, KnobsOfTransports::cutOff, "1");
    places.see(
        TransportKnobs.RECOVERY,
        () -> Scenes.busy().set(RoutingKnobs.ROUTING, "spray"),
        "out-of-order");
    places.see(TransportKnobs.GO_BACK_UNIT, Scenes::lossy, "16KiB");
    places.see(TransportKnobs.REORDER_WINDOW, KnobsOfTransports::selective, "8");
    places.see(TransportKnobs.BDP_CAP, KnobsOfTransports::selective, "false");
    places.see(TransportKnobs.RETRANSMIT_TIMEOUT, KnobsOfTransports::selective, "300us");
    places.see(TransportKnobs.SHORT_TIMEOUT, KnobsOfTransports::selective, "20us");
    places.see(
        TransportKnobs.FEW_PACKETS,
        () ->
            selective()
                .set(TransportKnobs.SHORT_TIMEOUT, "20us")
                .set(TransportKnobs.RETRANSMIT_TIMEOUT, "300us"),
        "10");
    places.see(TransportKnobs.RNR_TIMER, KnobsOfTransports::refused, "3");
    places.see(TransportKnobs.RNR_RETRY, KnobsOfTransports::refused, "1");
    places.see(TransportKnobs.RECEIVE_QUEUE, KnobsOfTransports::refused, "3");
    places.see(TransportKnobs.RECEIVE_REPOST, KnobsOfTransports::refused, "100us");
    places.see(TransportKnobs.INITIAL_PSN, Scenes::busy, "77");
    places.see(TransportKnobs.FRAMING, Scenes::busy, "hpcc-ns3");
    places.see(TransportKnobs.NAK_INTERVAL, Scenes::lossy, "1us");
    places.see(
        TransportKnobs.TRANSPORT,
        () -> Scenes.busy().set(CongestionKnobs.ALGORITHM, "none").set(PfcKnobs.PFC, "false"),
        "uec");
    places.see(UetKnobs.DELIVERY, Scenes::uec, "rod");
    places.see(UetKnobs.SPRAYING, Scenes::uec, "oblivious");
    places.see(UetKnobs.ENTROPY_VALUES, Scenes::uec, "2");
    places.see(UetKnobs.ACK_BYTES, Scenes::uec, "4096B");
    places.see(UetKnobs.ACK_SHARE, KnobsOfTransports::shortWay, "0");
    places.see(UetKnobs.TIMEOUT, () -> Scenes.uec().set(SwitchKnobs.TRIMMING, "false"), "300us");
    places.see(UetKnobs.RETRIES, KnobsOfTransports::givingUp, "2");
    places.see(Knobs.get("congestion.nscc.edition"), Scenes::uec, "draft");
    places.see(Knobs.named("congestion.nscc.target", ValueType.TIME), Scenes::uec, "1us");
    places.see(
        Knobs.named("congestion.nscc.gamma", ValueType.NUMBER),
        () -> Scenes.uec().set(Knobs.named("congestion.nscc.target", ValueType.TIME), "1us"),
        "0.1");
    places.see(Knobs.named("congestion.nscc.maxWindow", ValueType.NUMBER), Scenes::uec, "0.5");
    places.see(Knobs.named("congestion.nscc.quickShare", ValueType.NUMBER), Scenes::uec, "0");
    places.see(
        Knobs.get("congestion.rccc.edition"),
        () -> credits().set(Knobs.named("congestion.rccc.leastShare", ValueType.NUMBER), "0.3"),
        "draft");
    places.see(
        Knobs.named("congestion.rccc.maxCredit", ValueType.NUMBER),
        KnobsOfTransports::credits,
        "0.5");
    places.see(
        Knobs.named("congestion.rccc.grant", ValueType.SIZE), KnobsOfTransports::credits, "4096B");
    places.see(
        Knobs.named("congestion.rccc.rateShare", ValueType.NUMBER),
        KnobsOfTransports::credits,
        "0.7");
    places.see(
        Knobs.named("congestion.rccc.leastShare", ValueType.NUMBER),
        KnobsOfTransports::credits,
        "0.3");
    places.see(TcpKnobs.HANDSHAKE, Scenes::tcp, "false");
    places.see(TcpKnobs.ECN, KnobsOfTransports::markedTcp, "false");
    places.see(
        TcpKnobs.RECEIVE_WINDOW,
        () -> Scenes.tcp().set(Knobs.named("transport.tcp.initialWindow", ValueType.WHOLE), "100"),
        "64KiB");
    places.see(TcpKnobs.ACK_EVERY, Scenes::tcp, "1");
    places.see(TcpKnobs.ACK_DELAY, () -> Scenes.tcp().set(TcpKnobs.ACK_EVERY, "64"), "20us");
    places.see(TcpKnobs.MIN_TIMEOUT, KnobsOfTransports::lossyTcp, "20ms");
    places.see(TcpKnobs.TAIL_PROBE, KnobsOfTransports::slowTcp, "false");
    places.see(TcpKnobs.PROBE_SLACK, KnobsOfTransports::slowTcp, "10us");
    places.see(Knobs.named("transport.tcp.initialWindow", ValueType.WHOLE), Scenes::tcp, "2");
    places.see(
        Knobs.named("congestion.cubic.c", ValueType.NUMBER), KnobsOfTransports::slowTcp, "100");
    places.see(
        Knobs.named("congestion.cubic.beta", ValueType.NUMBER), KnobsOfTransports::lossyTcp, "0.3");
    places.see(
        Knobs.named("congestion.cubic.fastConvergence", ValueType.SWITCH),
        () -> slowTcp().set(Knobs.named("congestion.cubic.c", ValueType.NUMBER), "100"),
        "false");
    places.see(
        Knobs.named("congestion.bbr.windowGain", ValueType.NUMBER), KnobsOfTransports::bbr, "1");
    places.see(
        Knobs.named("congestion.bbr.bandwidthRounds", ValueType.WHOLE),
        KnobsOfTransports::bbr,
        "2");
    places.see(
        Knobs.named("congestion.bbr.minRttWindow", ValueType.TIME), KnobsOfTransports::bbr, "30us");
    places.see(
        Knobs.named("congestion.bbr.probeRtt", ValueType.TIME),
        () ->
            bbr()
                .set(Knobs.named("congestion.bbr.minRttWindow", ValueType.TIME), "30us")
                .set(Knobs.named("congestion.bbr.probeRtt", ValueType.TIME), "10us"),
        "100us");
    places.see(SrdKnobs.WAYS, KnobsOfTransports::srd, "2");
    places.see(SrdKnobs.WAY_MEMORY, KnobsOfTransports::srd, "10us");
    places.see(Knobs.named("congestion.srd.target", ValueType.TIME), KnobsOfTransports::srd, "1us");
    places.see(Knobs.named("congestion.srd.beta", ValueType.NUMBER), KnobsOfTransports::srd, "0.1");
    places.see(Knobs.named("congestion.srd.margin", ValueType.NUMBER), KnobsOfTransports::srd, "0");
    places.see(Knobs.named("congestion.srd.ai", ValueType.NUMBER), KnobsOfTransports::srd, "0.1");
    places.see(SrdKnobs.MIN_TIMEOUT, () -> lossyPair("srd"), "500us");
    places.see(
        SrdKnobs.TIMEOUT_SCALE, () -> lossyPair("srd").set(SrdKnobs.MIN_TIMEOUT, "1us"), "30");
    places.see(FalconKnobs.RECOVERY, () -> lossyPair("falcon"), "eack");
    places.see(FalconKnobs.REORDERING, KnobsOfTransports::gaps, "20");
    places.see(FalconKnobs.RECEIVE_WINDOW, KnobsOfTransports::gaps, "2");
    places.see(FalconKnobs.TIMEOUT_SCALE, () -> gaps().set(FalconKnobs.MIN_TIMEOUT, "1us"), "30");
    places.see(FalconKnobs.MIN_TIMEOUT, KnobsOfTransports::gaps, "500us");
    places.see(FalconKnobs.PULLS, () -> colliding().set(TransportKnobs.OPERATION, "read"), "2");
    places.see(FalconKnobs.ACK_WINDOW, KnobsOfTransports::colliding, "1000");
    places.see(FalconKnobs.ACK_SHARE, KnobsOfTransports::colliding, "1");
    places.see(FalconKnobs.ACK_DELAY, KnobsOfTransports::colliding, "100ns");
    places.see(FalconKnobs.PATH_CHANGE, KnobsOfTransports::colliding, "false");
    places.see(FalconKnobs.PLB_DELAY, KnobsOfTransports::colliding, "0.1");
    places.see(FalconKnobs.PLB_SHARE, KnobsOfTransports::colliding, "0");
    places.see(FalconKnobs.PLB_ROUNDS, KnobsOfTransports::colliding, "1");
    places.see(
        Knobs.named("congestion.falcon.baseTarget", ValueType.TIME),
        KnobsOfTransports::colliding,
        "5us");
    places.see(
        Knobs.named("congestion.falcon.delayWeight", ValueType.NUMBER),
        KnobsOfTransports::colliding,
        "0.1");
    places.see(
        Knobs.named("congestion.falcon.bufferTarget", ValueType.WHOLE),
        KnobsOfTransports::falconToSlowHosts,
        "2");
    places.see(
        Knobs.named("congestion.falcon.nicAi", ValueType.NUMBER),
        KnobsOfTransports::falconToSlowHosts,
        "20");
    places.see(
        Knobs.named("congestion.falcon.nicMostDecrease", ValueType.NUMBER),
        KnobsOfTransports::falconToSlowHosts,
        "0.1");
    places.see(
        Knobs.named("congestion.falcon.nicWindow", ValueType.WHOLE),
        KnobsOfTransports::colliding,
        "2");
  }

  /** Buffers that overflow. */
  private static Lab srd() {
    return Scenes.busy()
        .set(Presets.named("srd").orElseThrow().settings())
        .set(TransportKnobs.MTU, "4096")
        .set(SwitchKnobs.SWITCH_BUFFER, "400KiB");
  }

  /** Flows of several lengths over links that lose a fifth of all packets. */
  private static Lab lossyPair(String transport) {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    int hub = lab.device();
    lab.lossyLink(a, hub, "100Gbps", "1us", 0.1).lossyLink(b, hub, "100Gbps", "1us", 0.1);
    for (int i = 0; i < 20; i++) {
      lab.flow(0, 1, 1_000 + 30_000L * i, 1_000L * i * Lab.US);
    }
    return lab.set(Presets.named(transport).orElseThrow().settings());
  }

  private static Lab gaps() {
    return lossyPair("falcon").set(FalconKnobs.RECOVERY, "eack");
  }

  /** A permutation whose flows collide on their ways. */
  private static Lab colliding() {
    Lab lab =
        Lab.shape("leaf-spine", "fabric.hostsPerLeaf=4", "fabric.links.rate=100Gbps")
            .set(Presets.named("falcon").orElseThrow().settings())
            .set(FalconKnobs.PLB_ROUNDS, "3");
    for (int host = 0; host < 16; host++) {
      lab.flow(host, (host + 4) % 16, 5_000_000, 0);
    }
    return lab;
  }

  private static Lab falconToSlowHosts() {
    return Scenes.busy()
        .set(Presets.named("falcon").orElseThrow().settings())
        .set(HostKnobs.DRAIN, "10Gbps")
        .set(HostKnobs.RECEIVE_BUFFER, "100KB")
        .set(Knobs.named("congestion.falcon.bufferTarget", ValueType.WHOLE), "8");
  }

  private static Lab credits() {
    return Scenes.uec().set(CongestionKnobs.ALGORITHM, "rccc");
  }

  /** Queues that overflow, and timeouts that pass within the run. */
  private static Lab lossyTcp() {
    return Scenes.tcp()
        .set(CpuKnobs.STACK, "free")
        .set(SwitchKnobs.SWITCH_BUFFER, "64KiB")
        .set(TcpKnobs.MIN_TIMEOUT, "1ms")
        .set(TcpKnobs.PROBE_SLACK, "100us");
  }

  /** Some retries against a few: the default has no end, and takes the whole run. */
  private static Lab givingUp() {
    return Scenes.uec().linkDown(0, 20 * Lab.US).set(UetKnobs.RETRIES, "4");
  }

  /** The window is less than four times what an ACK is due for. */
  private static Lab shortWay() {
    return Lab.chain(List.of("100Gbps", "100Gbps"), "200ns")
        .set(Presets.named("uec").orElseThrow().settings())
        .flow(0, 1, 1_000_000, 0);
  }

  private static Lab markedTcp() {
    return Scenes.tcp()
        .set(CongestionKnobs.ECN, "true")
        .set(CongestionKnobs.KMIN, "10KB")
        .set(CongestionKnobs.KMAX, "10KB");
  }

  /** A long way on which packets are lost now and then, the last of a flight among them. */
  private static Lab slowTcp() {
    Lab lab = new Lab();
    int a = lab.host();
    int b = lab.host();
    lab.lossyLink(a, b, "100Mbps", "5ms", 0.04);
    for (int flow = 0; flow < 60; flow++) {
      lab.flow(0, 1, flow % 20 == 0 ? 300_000 : 5_000, flow * 50L * Lab.MS);
    }
    return lab.onOneQueuePair()
        .set(Presets.named("tcp").orElseThrow().settings())
        .set(TransportKnobs.MTU, "1500");
  }

  private static Lab bbr() {
    return Scenes.increasing()
        .set(Presets.named("tcp").orElseThrow().settings())
        .set(CongestionKnobs.ALGORITHM, "bbr");
  }

  private static Lab smallMessages() {
    return Scenes.busy().set(TransportKnobs.MESSAGE_SIZE, "8KiB");
  }

  private static Lab selective() {
    return Scenes.lossy().set(TransportKnobs.RECOVERY, "selective-repeat");
  }

  private static Lab cutOff() {
    return Scenes.busy().set(TransportKnobs.ACK_TIMEOUT, "1").linkDown(0, 20 * Lab.US);
  }

  private static Lab refused() {
    return smallMessages()
        .set(TransportKnobs.OPERATION, "send")
        .set(TransportKnobs.RECEIVE_QUEUE, "1")
        .set(TransportKnobs.RECEIVE_REPOST, "30us")
        .set(TransportKnobs.RNR_TIMER, "1");
  }
}
