package dev.headroom.sim.control;

import dev.headroom.congestion.Signal;
import dev.headroom.model.knob.ControllerKnobs;
import dev.headroom.model.knob.Settings;
import java.util.Set;

/**
 * What packets and switches carry and do for congestion control: no more than its controllers
 * watch.
 *
 * @param signals what controllers are told
 * @param telemetryHops switches for whose telemetry a packet has room; 0 where none is carried
 * @param telemetryUnit in multiples of which telemetry is told, as {@code
 *     congestion.hpcc.telemetryUnit}
 */
public record Instruments(Set<Signal> signals, int telemetryHops, int telemetryUnit) {
  /** Told to a controller with an acknowledgement, and measured on the way. */
  private static final Set<Signal> CARRIED = Set.of(Signal.TELEMETRY);

  /** Bytes of a header of telemetry: the hops in it, and the path's ID. */
  private static final int TELEMETRY_HEADER = 2;

  /** Bytes that a switch adds. */
  private static final int TELEMETRY_HOP = 8;

  public Instruments {
    signals = Set.copyOf(signals);
  }

  /** What a scenario's congestion control needs. */
  public static Instruments of(Settings settings) {
    Set<Signal> signals = Controllers.watched(settings);
    boolean telemetry = signals.contains(Signal.TELEMETRY);
    return new Instruments(
        signals,
        telemetry ? settings.get(ControllerKnobs.HPCC_HOPS).intValue() : 0,
        telemetry ? settings.get(ControllerKnobs.HPCC_UNIT).intValue() : 1);
  }

  public boolean watches(Signal signal) {
    return signals.contains(signal);
  }

  /** Whether packets carry more than headers. */
  public boolean areCarried() {
    return signals.stream().anyMatch(CARRIED::contains);
  }

  /**
   * Bytes of a data packet, and of the ACK that brings them back, for telemetry: of the full size
   * from the start (Li et al., SIGCOMM 2019, section 4.1: 42 bytes for five hops).
   */
  public int telemetryBytes() {
    return telemetryHops == 0 ? 0 : TELEMETRY_HEADER + telemetryHops * TELEMETRY_HOP;
  }
}
