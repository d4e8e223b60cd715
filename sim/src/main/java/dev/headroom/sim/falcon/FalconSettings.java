package dev.headroom.sim.falcon;

import dev.headroom.congestion.PathChange;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.FalconRecovery;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.knob.Verb;
import dev.headroom.sim.rc.Framing;
import dev.headroom.sim.rc.RcSettings;
import java.util.Optional;

/**
 * What Falcon is set with, for all connections of a run.
 *
 * @param framing bytes around the payload; its ACK is a base ACK
 * @param extendedAckBytes frame of an ACK with bitmaps
 * @param mtu payload of a full packet
 * @param dataClass priority of data
 * @param ackClass priority of ACKs
 * @param rackTlp whether RACK-TLP finds losses, or the bitmap's gaps
 * @param reordering packets by which one may be overtaken, where gaps do
 * @param receiveWindow packets from the first missing one on that a receiver takes
 * @param ackWindow window in packets up to which every packet asks for an ACK
 * @param ackEvery packets one of which asks for an ACK where the window is greater
 * @param ackDelayPs how long an ACK waits that nobody asked for
 * @param timeoutScale timeout in smoothed round trips
 * @param minTimeoutPs least timeout
 * @param pathChange when another way is taken; empty for never
 * @param roundTripPs of the longest way, taken before there is a sample
 * @param pulls how data is asked for; empty where its source pushes it
 */
public record FalconSettings(
    Framing framing,
    int extendedAckBytes,
    int mtu,
    int dataClass,
    int ackClass,
    boolean rackTlp,
    int reordering,
    int receiveWindow,
    int ackWindow,
    int ackEvery,
    long ackDelayPs,
    double timeoutScale,
    long minTimeoutPs,
    Optional<PathChange.Settings> pathChange,
    long roundTripPs,
    Optional<Pulls> pulls) {

  /**
   * How data is read.
   *
   * @param requestFrame bytes of a pull request's frame
   * @param most requests whose data has not come
   * @param reads flows that are not all there
   */
  public record Pulls(int requestFrame, int most, long reads) {
    /** Packets from the first missing one on that the request window takes (9.2.2.4). */
    static final int WINDOW = 64;
  }

  /** Three bitmaps: of data acknowledged and received, 128 bits each, and of requests, 64. */
  private static final int BITMAPS = 40;

  /**
   * What a scenario says.
   *
   * @param rc what it says of all transports
   * @param roundTripPs of the longest way, without queues
   */
  public static FalconSettings of(Settings settings, RcSettings rc, long roundTripPs) {
    return new FalconSettings(
        rc.framing(),
        rc.framing().ack() + BITMAPS,
        rc.mtu(),
        rc.dataClass(),
        rc.ackClass(),
        settings.get(FalconKnobs.RECOVERY) == FalconRecovery.RACK_TLP,
        settings.get(FalconKnobs.REORDERING).intValue(),
        settings.get(FalconKnobs.RECEIVE_WINDOW).intValue(),
        settings.get(FalconKnobs.ACK_WINDOW).intValue(),
        (int) Math.round(1 / settings.get(FalconKnobs.ACK_SHARE)),
        settings.get(FalconKnobs.ACK_DELAY).ps(),
        settings.get(FalconKnobs.TIMEOUT_SCALE),
        settings.get(FalconKnobs.MIN_TIMEOUT).ps(),
        settings.get(FalconKnobs.PATH_CHANGE)
            ? Optional.of(
                new PathChange.Settings(
                    settings.get(FalconKnobs.PLB_DELAY),
                    settings.get(FalconKnobs.PLB_SHARE),
                    settings.get(FalconKnobs.PLB_ROUNDS).intValue()))
            : Optional.empty(),
        roundTripPs,
        rc.operation() == Verb.READ
            ? Optional.of(
                new Pulls(
                    rc.framing().readRequest(),
                    settings.get(FalconKnobs.PULLS).intValue(),
                    settings.get(TransportKnobs.OUTSTANDING_READS)))
            : Optional.empty());
  }

  /** A full packet's frame. */
  int fullFrame() {
    return framing.dataFrame(mtu, 0);
  }
}
