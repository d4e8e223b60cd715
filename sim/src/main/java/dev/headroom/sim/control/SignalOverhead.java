package dev.headroom.sim.control;

import dev.headroom.congestion.Pint;
import dev.headroom.congestion.Signal;
import dev.headroom.congestion.Telemetry;
import dev.headroom.model.choice.FrameFormat;
import dev.headroom.model.knob.CongestionKnobs;
import dev.headroom.model.knob.DeclaredKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import java.util.Set;

/**
 * Data in packets and work of switches for congestion control: no more than its controllers watch.
 *
 * @param signals what controllers are told
 * @param telemetryHops switches for whose telemetry a packet has room; 0 where none is carried
 * @param sentUnit in multiples of which a switch tells bytes sent
 * @param queueUnit in multiples of which it tells bytes queued
 * @param asHpccNs3 whether it tells as little as in the HPCC simulator: a port's rate by a code for
 *     five rates, and nothing at all of a way with more hops than there is room for
 * @param dataBytes headers on data packets, for all that
 * @param ackBytes headers on ACKs
 */
public record SignalOverhead(
    Set<Signal> signals,
    int telemetryHops,
    int sentUnit,
    int queueUnit,
    boolean asHpccNs3,
    int dataBytes,
    int ackBytes) {
  /** Not to be had without something in packets that is in no others. */
  private static final Set<Signal> CARRIED =
      Set.of(
          Signal.TELEMETRY,
          Signal.PINT,
          Signal.RTT,
          Signal.HOPS,
          Signal.HOST_DELAY,
          Signal.PROBE,
          Signal.CREDIT);

  /** Told to a controller with an ACK or NAK. */
  private static final Set<Signal> REPORTED =
      Set.of(
          Signal.TELEMETRY,
          Signal.PINT,
          Signal.RTT,
          Signal.HOPS,
          Signal.HOST_DELAY,
          Signal.ECN_ECHO,
          Signal.LOSS,
          Signal.NACK);

  /** HPCC, SIGCOMM 2019, section 4.1: number of hops and path ID, and 64 bits a hop. */
  private static final int INT_HEADER = 2;

  private static final int INT_HOP = 8;

  /** Units of {@code IntHop} in the HPCC simulator. */
  private static final int INT_SENT = 128;

  private static final int INT_QUEUE = 80;

  /**
   * RFC 9197, section 4.4: the header of a pre-allocated trace, and four fields of a node (hop
   * limit and node, fraction of the time, bytes sent in the field left to the namespace, queue).
   */
  private static final int IOAM_HEADER = 8;

  private static final int IOAM_HOP = 16;

  /** A header that holds a time when a packet was sent: of 64 bits in the HPCC simulator. */
  private static final int NS3_TIMESTAMP = 8;

  /** That simulator's PINT header, however few bits the code has. */
  private static final int NS3_PINT = 2;

  /** One time of 32 bits on data, and three on its ACK: when it was sent, came and was answered. */
  private static final int TIMESTAMP = 4;

  public SignalOverhead {
    signals = Set.copyOf(signals);
  }

  /** What a scenario's congestion control needs. */
  public static SignalOverhead of(Settings settings) {
    if (!settings.get(TransportKnobs.TRANSPORT).hasQueuePairs()) {
      // They carry all that is needed; hops are counted for the one that asks for them.
      boolean hops = ScenarioControllers.watched(settings).contains(Signal.HOPS);
      return new SignalOverhead(hops ? Set.of(Signal.HOPS) : Set.of(), 0, 1, 1, false, 0, 0);
    }
    Set<Signal> signals = ScenarioControllers.watched(settings);
    boolean ns3 = settings.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3;
    if (signals.contains(Signal.TELEMETRY)) {
      return telemetry(signals, settings);
    }
    if (signals.contains(Signal.PINT)) {
      int bytes =
          ns3 ? NS3_PINT : pintBytes(DeclaredKnobs.read(settings, Pint.Settings.class).base());
      return new SignalOverhead(signals, 0, 1, 1, false, bytes, bytes);
    }
    if (signals.contains(Signal.HOST_DELAY)) {
      return new SignalOverhead(signals, 0, 1, 1, false, TIMESTAMP, 3 * TIMESTAMP);
    }
    // Otherwise a NIC knows when it sent what is acknowledged; that simulator's does not.
    int stamp = ns3 && signals.contains(Signal.RTT) ? NS3_TIMESTAMP : 0;
    return new SignalOverhead(signals, 0, 1, 1, false, stamp, stamp);
  }

  private static SignalOverhead telemetry(Set<Signal> signals, Settings settings) {
    Telemetry.Settings room = DeclaredKnobs.read(settings, Telemetry.Settings.class);
    int hops = room.hops();
    if (settings.get(CongestionKnobs.ALGORITHM).carriesIoam()) {
      int bytes = IOAM_HEADER + hops * IOAM_HOP;
      return new SignalOverhead(signals, hops, 1, 1, false, bytes, bytes);
    }
    int bytes = INT_HEADER + hops * INT_HOP;
    int unit = room.unit();
    boolean ns3 = settings.get(TransportKnobs.FRAMING) == FrameFormat.HPCC_NS3;
    return new SignalOverhead(signals, hops, INT_SENT * unit, INT_QUEUE * unit, ns3, bytes, bytes);
  }

  /** Whole bytes for the code of a load of up to 512, of which the greatest sum is 512 times it. */
  private static int pintBytes(double base) {
    double codes = 2 * StrictMath.log(512) / StrictMath.log(base);
    return codes <= 256 ? 1 : 2;
  }

  public boolean watches(Signal signal) {
    return signals.contains(signal);
  }

  /** Whether packets carry more than headers. */
  public boolean hasPacketFields() {
    return signals.stream().anyMatch(CARRIED::contains);
  }

  /** Whether controllers are told of ACKs and NAKs. */
  public boolean reportsFeedback() {
    return signals.stream().anyMatch(REPORTED::contains);
  }
}
