package dev.headroom.sim;

import dev.headroom.model.knob.ClassKnobs;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CreditKnobs;
import dev.headroom.model.knob.FailureKnobs;
import dev.headroom.model.knob.InfinibandKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginRoutingKnobs;
import dev.headroom.model.knob.RoutingKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.WatchdogKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.plugin.DataPacket;
import dev.headroom.sim.plugin.LoadBalancer;
import dev.headroom.sim.plugin.NextHops;
import dev.headroom.sim.plugin.PluginBalancer;

/** Where to see the knobs of switches, links, routes and runs at work. */
final class KnobsOfFabrics {
  private KnobsOfFabrics() {}

  static void enter(KnobPlaces places) {
    places.see(SwitchKnobs.SWITCH_BUFFER, Scenes::busy, "64MiB");
    places.see(SwitchKnobs.SWITCH_CELL, Scenes::busy, "64B");
    places.see(SwitchKnobs.FORWARDING, Scenes::busy, "store-and-forward");
    places.see(SwitchKnobs.ADMISSION, Scenes::busy, "tail");
    places.see(SwitchKnobs.SWITCH_LATENCY, Scenes::busy, "1us");
    places.see(SwitchKnobs.SWITCH_MTU, Scenes::busy, "900B");
    places.see(SwitchKnobs.ALPHA, Scenes::busy, "1");
    places.see(SwitchKnobs.LOSSY_ALPHA, Scenes::lossy, "0.02");
    places.see(SwitchKnobs.RESERVED, Scenes::busy, "20KiB");
    places.see(SwitchKnobs.SCHEDULING, Scenes::busy, "strict:none dwrr:3=50,6=1");
    places.see(SwitchKnobs.TRIMMING, Scenes::uec, "false");
    places.see(SwitchKnobs.TRIM_SIZE, Scenes::uec, "256B");
    places.see(SwitchKnobs.TRIM_CLASS, Scenes::uec, "1");
    places.see(SwitchKnobs.TRIM_WHICH, Scenes::uec, "either");
    places.see(SwitchKnobs.QUEUE_LIMIT, Scenes::uec, "30KB");
    places.see(CreditKnobs.CREDITS, Scenes::busy, "true");
    places.see(CreditKnobs.CREDIT_CLASSES, KnobsOfFabrics::onCredit, "0");
    places.see(CreditKnobs.CREDIT_BUFFER, KnobsOfFabrics::onCredit, "8KiB");
    places.see(CreditKnobs.CREDIT_PERIOD, KnobsOfFabrics::onCredit, "2us");
    places.see(CreditKnobs.CREDIT_SYNC, KnobsOfFabrics::onCredit, "2us");
    places.see(CreditKnobs.CREDIT_FORM, KnobsOfFabrics::onCredit, "cbfc");
    places.see(CreditKnobs.CREDIT_UNIT, KnobsOfFabrics::cbfc, "2KiB");
    places.see(CreditKnobs.CREDIT_OVERHEAD, KnobsOfFabrics::cbfc, "127");
    places.see(CreditKnobs.CREDIT_SPACING, KnobsOfFabrics::cbfc, "64KiB");
    places.see(CreditKnobs.CREDIT_POOL, KnobsOfFabrics::cbfcOfItsOwn, "64KiB");
    places.see(CreditKnobs.CREDIT_RESERVED, KnobsOfFabrics::pooled, "7KiB");
    places.see(CreditKnobs.CREDIT_SHARED_LIMIT, KnobsOfFabrics::pooled, "0B");
    places.see(CreditKnobs.CREDIT_SHARED_ALPHA, KnobsOfFabrics::pooled, "0.25");
    places.see(InfinibandKnobs.SL2VL, KnobsOfFabrics::infiniband, "1,1,2,3,4,5,6,7");
    places.see(InfinibandKnobs.LMC, KnobsOfFabrics::infiniband, "2");
    places.see(InfinibandKnobs.ENGINE, KnobsOfFabrics::ring, "up-down");
    places.see(RoutingKnobs.SUBNETS, KnobsOfFabrics::bridged, "leaf");
    places.see(PfcKnobs.PFC, Scenes::busy, "false");
    places.see(PfcKnobs.PFC_CLASSES, Scenes::busy, "0");
    places.see(PfcKnobs.HEADROOM, Scenes::busy, "200KB");
    places.see(PfcKnobs.HEADROOM_FORMULA, Scenes::busy, "hpcc-ns3");
    places.see(PfcKnobs.XOFF, Scenes::busy, "50KB");
    places.see(PfcKnobs.XON_OFFSET, Scenes::busy, "50KB");
    places.see(PfcKnobs.PFC_RESPONSE, Scenes::busy, "100ns");
    places.see(PfcKnobs.PAUSE_QUANTA, Scenes::busy, "20");
    places.see(PfcKnobs.LOSS, KnobsOfFabrics::losing, "true");
    places.see(RoutingKnobs.ROUTING, Scenes::busy, "spray");
    places.see(PluginRoutingKnobs.NAME, KnobsOfFabrics::brought, "Another");
    places.see(PluginRoutingKnobs.SETTINGS, KnobsOfFabrics::brought, "1");
    places.see(RoutingKnobs.VALLEY, KnobsOfFabrics::cutApart, "allow");
    places.see(
        RoutingKnobs.BUCKETS, () -> Scenes.busy().set(RoutingKnobs.ROUTING, "resilient"), "5");
    places.see(RoutingKnobs.FLOWLET_GAP, KnobsOfFabrics::flowlets, "1us");
    places.see(RoutingKnobs.FLOWLET_CHOICE, KnobsOfFabrics::flowlets, "queue");
    places.see(RoutingKnobs.FLOWLET_TABLE, KnobsOfFabrics::flowlets, "4");
    places.see(
        RoutingKnobs.GRADES, () -> Scenes.busy().set(RoutingKnobs.ROUTING, "adaptive"), "none");
    places.see(
        RoutingKnobs.GRADE_PERIOD,
        () ->
            Scenes.busy()
                .set(RoutingKnobs.ROUTING, "adaptive-remote")
                .set(RoutingKnobs.GRADES, "none"),
        "3us");
    places.see(RoutingKnobs.CELL, KnobsOfFabrics::inCells, "512B");
    places.see(RoutingKnobs.CELL_HEADER, KnobsOfFabrics::inCells, "8B");
    places.see(RoutingKnobs.CELL_CHOICE, KnobsOfFabrics::inCells, "queue");
    places.see(RoutingKnobs.REASSEMBLY, () -> inCells().linkDown(16, 20 * Lab.US), "20us");
    places.see(RoutingKnobs.VOQ, KnobsOfFabrics::inCells, "false");
    places.see(RoutingKnobs.VOQ_CREDIT, KnobsOfFabrics::inCells, "16KiB");
    places.see(RoutingKnobs.VOQ_SPEEDUP, KnobsOfFabrics::inCells, "1.2");
    places.see(RoutingKnobs.VOQ_LIMIT, KnobsOfFabrics::inCells, "8KiB");
    places.see(RoutingKnobs.HASH, Scenes::busy, "murmur3");
    places.see(RoutingKnobs.SALT, Scenes::busy, "none");
    places.see(RoutingKnobs.UDP_PORT, Scenes::busy, "nic");
    places.see(ClassKnobs.DSCP, Scenes::busy, "0");
    places.see(ClassKnobs.SWITCH_DSCP_MAP, Scenes::busy, "24-31=1");
    places.see(ClassKnobs.QUEUE_MAP_OF_SWITCHES, Scenes::busy, "3=0");
    places.see(ClassKnobs.HOST_DSCP_MAP, Scenes::busy, "24-31=0");
    places.see(WatchdogKnobs.ACTION, KnobsOfFabrics::stormed, "forward");
    places.see(WatchdogKnobs.DETECTION, KnobsOfFabrics::stormed, "25us");
    places.see(WatchdogKnobs.RESTORATION, KnobsOfFabrics::stormed, "200us");
    places.see(WatchdogKnobs.POLL, KnobsOfFabrics::stormed, "3us");
    places.see(FailureKnobs.DETECTION, KnobsOfFabrics::failing, "5us");
    places.see(FailureKnobs.CONVERGENCE, KnobsOfFabrics::failing, "50us");
    places.see(FailureKnobs.QUEUED, KnobsOfFabrics::failing, "wait");
    places.see(FailureKnobs.LINK_RETRY, KnobsOfFabrics::erring, "true");
    places.see(FailureKnobs.LINK_RETRIES, () -> erring().set(FailureKnobs.LINK_RETRY, "true"), "1");
    places.see(RunKnobs.SEED, Scenes::busy, "2");
    places.see(RunKnobs.STOP, Scenes::busy, "50us");
    places.see(RunKnobs.GRID, Scenes::busy, "7us");
    places.see(RunKnobs.PROBE_PERIOD, Scenes::busy, "10us");
    places.see(RunKnobs.TRACED, Scenes::busy, "0,3");
    places.see(RunKnobs.TRACE_STEP, () -> Scenes.busy().set(RunKnobs.TRACED, "0"), "1us");
    places.see(RunKnobs.TIES, Scenes::busy, "insertion");
    places.see(RunKnobs.DRAWS, Scenes::busy, "ns-3");
    places.see(RunKnobs.SHARED_LOSS, () -> losing().set(RunKnobs.DRAWS, "ns-3"), "0.05");
    places.see(RunKnobs.ROUNDING, Scenes::busy, "1ns");
  }

  private static Lab inCells() {
    return Scenes.busy().set(RoutingKnobs.ROUTING, "cells");
  }

  /** A load balancer that always takes the same hop. */
  private record Always(String name) implements PluginBalancer {
    @Override
    public Maker with(String settings) {
      int hop = settings.isEmpty() ? 0 : Integer.parseInt(settings);
      return at ->
          new LoadBalancer() {
            @Override
            public int choose(DataPacket packet, NextHops hops, long nowPs) {
              return hop % hops.count();
            }
          };
    }
  }

  private static Lab brought() {
    return Scenes.busy()
        .set(RoutingKnobs.ROUTING, Plugin.WORD)
        .set(Settings.DEFAULTS.with(PluginRoutingKnobs.NAME, new Always("Always")));
  }

  private static Lab flowlets() {
    return Scenes.busy().set(RoutingKnobs.ROUTING, "flowlet");
  }

  private static Lab onCredit() {
    return Scenes.busy().set(CreditKnobs.CREDITS, "true");
  }

  private static Lab cbfc() {
    return onCredit().set(CreditKnobs.CREDIT_FORM, "cbfc").set(CreditKnobs.CREDIT_BUFFER, "12KiB");
  }

  private static Lab cbfcOfItsOwn() {
    return onCredit().set(CreditKnobs.CREDIT_FORM, "cbfc");
  }

  private static Lab pooled() {
    return cbfcOfItsOwn().set(CreditKnobs.CREDIT_POOL, "64KiB");
  }

  private static Lab infiniband() {
    return Scenes.busy().set(Presets.named("infiniband").orElseThrow().settings());
  }

  private static Lab bridged() {
    return Scenes.busy()
        .set(Presets.named("rocev1").orElseThrow().settings())
        .set(RoutingKnobs.SUBNETS, "fabric");
  }

  private static Lab ring() {
    Lab lab = Lab.shape("ring", "fabric.length=5", "fabric.hostsPerSwitch=1");
    for (int host = 0; host < 5; host++) {
      lab.flow(host, (host + 2) % 5, 300_000, 0);
    }
    return lab;
  }

  /** A host pauses its switch, and a watchdog looks after the queue. */
  private static Lab stormed() {
    return Scenes.busy()
        .set(WatchdogKnobs.ACTION, "drop")
        .set(WatchdogKnobs.DETECTION, "10us")
        .set(TransportKnobs.ACK_TIMEOUT, "3")
        .storm(0, 5 * Lab.US, 60 * Lab.US);
  }

  private static Lab failing() {
    return Scenes.busy().set(TransportKnobs.ACK_TIMEOUT, "3").linkDown(16, 20 * Lab.US);
  }

  /** One frame in twelve is bad on the way to the first leaf. */
  private static Lab erring() {
    return Scenes.busy().set(TransportKnobs.ACK_TIMEOUT, "3").worse(0, 1, 0, 1, 2.5e-6);
  }

  /** Links that lose every twentieth packet, and a switch that pauses them. */
  private static Lab losing() {
    Lab lab =
        new Lab()
            .set(TransportKnobs.ACK_TIMEOUT, "3")
            .set(SwitchKnobs.SWITCH_BUFFER, "2MiB")
            .set(CongestionKnobs.ALGORITHM, "none");
    for (int host = 0; host < 6; host++) {
      lab.host();
    }
    int hub = lab.device();
    for (int host = 0; host < 6; host++) {
      lab.lossyLink(host, hub, "100Gbps", "1us", 0.05);
    }
    return lab.incast(5, 1_000_000);
  }

  /** Between the first two leaves there is no spine that both can reach. */
  private static Lab cutApart() {
    Lab lab = Scenes.busy().set(TransportKnobs.ACK_TIMEOUT, "3");
    for (int link : new int[] {16, 17, 18, 23}) {
      lab.linkDown(link, 20 * Lab.US);
    }
    return lab;
  }
}
