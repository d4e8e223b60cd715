package dev.headroom.sim;

import dev.headroom.model.choice.HeadroomFormula;
import dev.headroom.model.choice.TcpStack;
import dev.headroom.model.choice.WatchdogAction;
import dev.headroom.model.fabric.Link;
import dev.headroom.model.fabric.LinkEvent;
import dev.headroom.model.fabric.LinkQuality;
import dev.headroom.model.fabric.NicFreeze;
import dev.headroom.model.fabric.Node;
import dev.headroom.model.fabric.PfcHeadroom;
import dev.headroom.model.fabric.SlowReceiver;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.CpuKnobs;
import dev.headroom.model.knob.HostKnobs;
import dev.headroom.model.knob.PfcKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.SwitchKnobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.WatchdogKnobs;
import dev.headroom.model.scenario.Scenario;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.Time;
import java.util.Set;

/** Which packets a run may lose, and for what. */
final class DropChecks {
  private final Observed run;
  private final Faults faults;
  private final Scenario scenario;
  private final Settings settings;
  private final RunResult result;

  DropChecks(Observed run, Faults faults) {
    this.run = run;
    this.faults = faults;
    scenario = run.scenario();
    settings = run.settings();
    result = run.result();
  }

  /** Whether ACKs go on though their class is paused, since hosts hold them back by another's. */
  private static boolean acksAreNotHeld(Settings own) {
    long travel =
        own.find(TransportKnobs.ACK_CLASS).orElseGet(() -> own.get(TransportKnobs.TRAFFIC_CLASS));
    return own.find(TransportKnobs.ACK_HOST_CLASS).filter(held -> held != travel).isPresent();
  }

  void checkDrops() {
    Set<DropCause> causes = result.counts().drops().keySet();
    // A link that comes up again has forgotten the pause, and the headroom may be full by then.
    boolean flapped = scenario.failures(LinkEvent.class).stream().anyMatch(LinkEvent::up);
    faults.expect(flapped || !causes.contains(DropCause.LINK_FLAP), "a link flapped; none came up");
    boolean ignoresPauses =
        settings.get(WatchdogKnobs.ACTION) == WatchdogAction.FORWARD
            || run.mapsClasses()
            || run.losesPauses()
            || run.any(DropChecks::acksAreNotHeld);
    // Three times what is on a cable leaves out what its peer sends before it falls silent.
    boolean roomy = settings.get(PfcKnobs.HEADROOM_FORMULA) == HeadroomFormula.SONIC;
    faults.expect(
        run.isRounded() || ignoresPauses || !roomy || !causes.contains(DropCause.HEADROOM_FULL),
        "a lossless class dropped %d packets: headroom full"
            .formatted(result.counts().drops().getOrDefault(DropCause.HEADROOM_FULL, 0L)));
    boolean allLossless =
        !run.mapsClasses()
            && run.isLossless(TransportKnobs.TRAFFIC_CLASS)
            && run.isLossless(TransportKnobs.ACK_CLASS);
    if (allLossless && (run.isLossless(TransportKnobs.CNP_CLASS) || !usesCnpClass())) {
      faults.expect(
          !causes.contains(DropCause.THRESHOLD), "a lossless class met a lossy threshold");
      faults.expect(
          !causes.contains(DropCause.BUFFER_FULL), "a lossless class found the buffer full");
      boolean cores =
          run.any(own -> own.get(CpuKnobs.STACK) == TcpStack.KERNEL); // their rings send no PFC
      if (!run.isRounded()
          && !cores
          && !ignoresPauses
          && result.hosts().stream().allMatch(host -> host.pauseStorms() == 0)
          && scenario.fabric().hosts().stream().allMatch(this::hasRoomForHeadroom)) {
        faults.expect(
            !causes.contains(DropCause.HOST_BUFFER), "a host that sends PFC lost packets");
      }
    }
    faults.expect(
        result.disruptions().watchdog().isEmpty()
            || settings.get(WatchdogKnobs.ACTION) != WatchdogAction.OFF,
        "a watchdog acted that is off");
    faults.expect(
        !causes.contains(DropCause.WATCHDOG) || !result.disruptions().watchdog().isEmpty(),
        "a watchdog dropped packets and never acted");
    if (scenario.failures(LinkEvent.class).isEmpty()) {
      faults.expect(
          !causes.contains(DropCause.LINK_DOWN), "a packet met a failed link; none failed");
      faults.expect(!causes.contains(DropCause.NO_ROUTE), "a packet found no route");
    }
    if (scenario.fabric().links().stream()
            .allMatch(link -> link.loss() == 0 && link.bitErrors() == 0)
        && scenario.failures(LinkQuality.class).stream()
            .allMatch(quality -> quality.bitErrors() == 0)) {
      faults.expect(!causes.contains(DropCause.BIT_ERROR), "a bit error on a perfect link");
    }
  }

  private boolean usesCnpClass() {
    return result.counts().cnpPackets() > 0
        || run.any(own ->
            Set.of("admission", "rtt-probe", "ztr-rtt")
                .contains(own.get(CongestionKnobs.ALGORITHM).word()));
  }

  /** Whether a slow host's receive buffer has room for what arrives after it has said XOFF. */
  private boolean hasRoomForHeadroom(Node host) {
    Settings own = scenario.at(host);
    boolean fails =
        scenario.allFailures().stream()
            .anyMatch(failure ->
                (failure instanceof SlowReceiver slow && slow.node() == host.id())
                    || (failure instanceof NicFreeze still && still.node() == host.id()));
    if (own.find(HostKnobs.DRAIN).isEmpty() && !Observed.isDetailed(own) && !fails) {
      return true;
    }
    Link link = scenario.fabric().links().get(scenario.fabric().ports().get(host.id()).getFirst());
    Node peer = scenario.fabric().nodes().get(link.other(host.id()));
    long frame =
        Observed.views(scenario).stream()
                .mapToLong(each -> each.get(TransportKnobs.MTU))
                .max()
                .orElseThrow()
            + 100;
    long reaction =
        Math.max(
            scenario.at(peer).get(SwitchKnobs.SWITCH_LATENCY).ps(),
            own.find(PfcKnobs.PFC_RESPONSE)
                .map(Time::ps)
                .orElse(PfcHeadroom.responsePs(link.rate().bps())));
    double inFlight = (2.0 * link.delay().ps() + reaction) * link.rate().bps() / 8e12;
    return own.get(HostKnobs.RECEIVE_BUFFER).bytes() > 6 * frame + 4096 + 1.01 * inFlight;
  }
}
