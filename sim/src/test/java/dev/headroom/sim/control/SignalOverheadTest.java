package dev.headroom.sim.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.congestion.Signal;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.Lab;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What headers have more for a congestion control, in bytes as its source has them. */
final class SignalOverheadTest {
  private static Lab under(String control, String framing) {
    return Lab.star(2, "100Gbps", "1us")
        .set(CongestionKnobs.ALGORITHM, control)
        .set(TransportKnobs.FRAMING, framing);
  }

  private static SignalOverhead of(Lab lab) {
    return SignalOverhead.of(lab.scenario().settings());
  }

  @ParameterizedTest
  @CsvSource({
    // HPCC, section 4.1: 42 bytes with five hops of 8. Units of 1 where none are asked for.
    "hpcc, rocev2, 5, 42, 42",
    // RFC 9197, 4.4: a header of 8 bytes, 16 of a node.
    "hpcc++, rocev2, 5, 88, 88",
    // Base 1.05: 2 ln 512 / ln 1.05 = 255.7 codes fit in a byte.
    "hpcc-pint, rocev2, 0, 1, 1",
    "hpcc-pint, hpcc-ns3, 0, 2, 2",
    // A time of 32 bits, and three on the ACK.
    "swift, rocev2, 0, 4, 12",
    // A NIC knows when it sent what is acknowledged; the simulator sends 64 bits along.
    "timely, rocev2, 0, 0, 0",
    "timely, hpcc-ns3, 0, 8, 8",
    "dctcp, hpcc-ns3, 0, 0, 0",
    "dcqcn, rocev2, 0, 0, 0"
  })
  void shouldCarryWhatTheControlWatches(
      String control, String framing, int hops, int onData, int onAcks) {
    SignalOverhead signalOverhead = of(under(control, framing));
    assertThat(signalOverhead.telemetryHops()).isEqualTo(hops);
    assertThat(signalOverhead.dataBytes()).isEqualTo(onData);
    assertThat(signalOverhead.ackBytes()).isEqualTo(onAcks);
    boolean inUnits = control.equals("hpcc");
    assertThat(signalOverhead.sentUnit()).isEqualTo(inUnits ? 128 : 1);
    assertThat(signalOverhead.queueUnit()).isEqualTo(inUnits ? 80 : 1);
    assertThat(signalOverhead.asHpccNs3()).isFalse();
    assertThat(signalOverhead.hasPacketFields()).isEqualTo(!control.startsWith("dc"));
  }

  /** Base 1.01: 2 ln 512 / ln 1.01 = 1253.9 codes do not fit in a byte. */
  @ParameterizedTest
  @CsvSource({"1.05, 1", "1.01, 2", "1.0499, 2"})
  void shouldTakeWholeBytesForACode(String base, int bytes) {
    Lab lab = under("hpcc-pint", "rocev2").set(Knobs.get("congestion.pint.base"), base);
    assertThat(of(lab).dataBytes()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @CsvSource({"uec, nscc, false", "srd, srd, false", "falcon, falcon-swift, true"})
  void shouldCarryNoMoreWhereTheTransportHasItsOwn(
      String transport, String control, boolean countsHops) {
    SignalOverhead signalOverhead =
        of(under(control, "rocev2").set(TransportKnobs.TRANSPORT, transport));
    assertThat(signalOverhead.dataBytes() + signalOverhead.ackBytes()).isZero();
    assertThat(signalOverhead.sentUnit() * signalOverhead.queueUnit()).isEqualTo(1);
    assertThat(signalOverhead.watches(Signal.HOPS)).isEqualTo(countsHops);
  }
}
