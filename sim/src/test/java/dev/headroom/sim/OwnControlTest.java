package dev.headroom.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.Controller;
import dev.headroom.congestion.Feedback;
import dev.headroom.congestion.Path;
import dev.headroom.congestion.Signal;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Plugin;
import dev.headroom.model.knob.PluginControlKnobs;
import dev.headroom.model.knob.RunKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.scenario.Presets;
import dev.headroom.sim.measure.FlowTrace;
import dev.headroom.sim.measure.TraceQuantity;
import dev.headroom.sim.plugin.PluginControl;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What transports tell a control that somebody brought, held against what the run counted. */
final class OwnControlTest {
  private static final int SENDERS = 8;

  /** Sends a window of packets whatever it is told, and adds that up. */
  private static final class Listener extends Controller {
    private final Path path;
    private final Set<Signal> watched;
    private final int packets;
    private long ackedBytes;
    private long ackedUpTo;
    private long sentUpTo;
    private long markedBytes;
    private long lostBytes;

    Listener(Path path, int packets, Set<Signal> watched) {
      this.path = path;
      this.packets = packets;
      this.watched = watched;
    }

    @Override
    public Set<Signal> watches() {
      return watched;
    }

    @Override
    public long rateBps(long nowPs) {
      return path.lineBps();
    }

    @Override
    public long windowBytes() {
      return (long) packets * path.packetBytes();
    }

    @Override
    public void acknowledged(long nowPs, Feedback feedback) {
      assertThat(feedback.markedBytes).isBetween(0L, feedback.ackedBytes);
      assertThat(feedback.ackedUpTo).isBetween(ackedUpTo, feedback.sentUpTo);
      assertThat(feedback.sentUpTo).isGreaterThanOrEqualTo(sentUpTo);
      assertThat(feedback.inFlightBytes).isBetween(0L, windowBytes());
      ackedBytes += feedback.ackedBytes;
      markedBytes += feedback.markedBytes;
      ackedUpTo = feedback.ackedUpTo;
      sentUpTo = feedback.sentUpTo;
    }

    @Override
    public void lost(long nowPs, Feedback feedback) {
      lostBytes += feedback.missingBytes;
    }

    @Override
    public void timedOut(long nowPs, Feedback feedback) {
      lostBytes += feedback.missingBytes;
    }
  }

  private record Listening(String name, int packets, Set<Signal> watched, List<Listener> made)
      implements PluginControl {
    Listening(int packets, Signal... watched) {
      this("Listening", packets, Set.of(watched), Collections.synchronizedList(new ArrayList<>()));
    }

    @Override
    public Maker with(String settings) {
      return path -> {
        Listener listener = new Listener(path, packets, watched);
        made.add(listener);
        return listener;
      };
    }

    /** Of queue pairs: others are made to be asked what they watch. */
    List<Listener> heard() {
      return made.stream().filter(each -> each.ackedBytes > 0).toList();
    }
  }

  private static Lab incast(String transport, Listening control) {
    return incast(transport, control, 0);
  }

  private static Lab incast(String transport, Listening control, double loss) {
    Lab lab = new Lab();
    for (int i = 0; i <= SENDERS; i++) {
      lab.host();
    }
    int hub = lab.device();
    for (int i = 0; i <= SENDERS; i++) {
      lab.lossyLink(i, hub, "100Gbps", "1us", loss);
    }
    return lab.set(Presets.named(transport).map(Presets.Preset::settings).orElse(Settings.DEFAULTS))
        .set(CongestionKnobs.ALGORITHM, Plugin.WORD)
        .set(CongestionKnobs.ECN, "true")
        .set(CongestionKnobs.KMIN, "100KB")
        .set(CongestionKnobs.KMAX, "400KB")
        .set(Settings.DEFAULTS.with(PluginControlKnobs.NAME, control))
        .set(RunKnobs.TRACED, "0-" + (SENDERS - 1))
        .incast(SENDERS, 8928 * 512L);
  }

  /** Every packet that a switch marked is told of once, and every byte. */
  @ParameterizedTest
  @CsvSource({"rocev2", "infiniband", "srd", "falcon"})
  void shouldTellOfEveryMarkAndByte(String transport) {
    Listening control = new Listening(10, Signal.RTT, Signal.ECN_ECHO);
    Lab.Outcome outcome = incast(transport, control).run();
    assertThat(outcome.run().counts().retransmissions()).isZero();
    assertThat(control.heard()).hasSize(SENDERS);
    long packetBytes = control.heard().getFirst().path.packetBytes();
    assertThat(control.heard().stream().mapToLong(each -> each.markedBytes / packetBytes).sum())
        .isEqualTo(outcome.run().counts().marks())
        .isGreaterThan(500);
    for (Listener each : control.heard()) {
      assertThat(each.ackedBytes).isEqualTo(each.ackedUpTo).isEqualTo(each.sentUpTo);
    }
    for (FlowTrace trace : outcome.run().traces().flows()) {
      assertThat(trace.has(TraceQuantity.MARKED_BYTES)).isTrue();
    }
  }

  /** With so few packets on their way that no queue is full and trims. */
  @ParameterizedTest
  @ValueSource(strings = {"rud", "rod", "rudi"})
  void shouldTellHowFarUltraEthernetHasCome(String delivery) {
    Listening control = new Listening(2, Signal.RTT);
    incast("uec", control).set(UetKnobs.DELIVERY, delivery).run();
    assertThat(control.heard()).hasSize(SENDERS);
    for (Listener each : control.heard()) {
      assertThat(each.ackedUpTo).isEqualTo(each.sentUpTo).isGreaterThan(8928 * 512L);
    }
  }

  /** What is sent again was told of as lost, by ACKs or by silence. */
  @ParameterizedTest
  @ValueSource(strings = {"srd", "falcon"})
  void shouldTellOfLosses(String transport) {
    Listening control = new Listening(10, Signal.RTT, Signal.LOSS);
    Lab.Outcome outcome = incast(transport, control, 1e-3).run();
    long packetBytes = control.heard().getFirst().path.packetBytes();
    assertThat(control.heard().stream().mapToLong(each -> each.lostBytes / packetBytes).sum())
        .isEqualTo(outcome.run().counts().retransmissions())
        .isGreaterThan(5);
  }
}
