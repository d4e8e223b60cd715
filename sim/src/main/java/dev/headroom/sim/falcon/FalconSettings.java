package dev.headroom.sim.falcon;

import dev.headroom.congestion.PlbRepathing;
import dev.headroom.model.choice.FalconRecovery;
import dev.headroom.model.knob.FalconKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.delivery.SingleMessageFlows;
import dev.headroom.sim.message.MessageSettings;
import java.util.Optional;

/**
 * Settings of Falcon, for all connections of a run.
 *
 * @param messageSettings how it moves flows; the ACK of its framing is a base ACK
 * @param rackTlp whether RACK-TLP finds losses, or the bitmap's gaps
 * @param reordering packets by which one may be overtaken, where gaps do
 * @param receiveWindow packets from the first missing one on that a receiver takes
 * @param acks when there are ACKs
 * @param timeout when a packet of which nothing is heard is sent again
 * @param pathChange when another way is taken; empty for never
 * @param pulls how data is asked for; empty where its source pushes it
 */
public record FalconSettings(
    MessageSettings messageSettings,
    boolean rackTlp,
    int reordering,
    int receiveWindow,
    Acks acks,
    Timeout timeout,
    Optional<PlbRepathing.Settings> pathChange,
    Optional<Pulls> pulls) {

  /**
   * When there are ACKs.
   *
   * @param window in packets up to which every packet asks for one
   * @param every packets one of which asks for one where the window is greater
   * @param delayPs how long one waits that nobody asked for
   */
  public record Acks(int window, int every, long delayPs) {}

  /**
   * How long a packet waits of which nothing is heard.
   *
   * @param scale of smoothed round trips
   * @param leastPs at least
   * @param roundTripPs of the longest way, taken before there is a sample
   */
  public record Timeout(double scale, long leastPs, long roundTripPs) {
    /** After a smoothed round trip of so long. */
    long afterPs(long smoothedRttPs) {
      return Math.max(leastPs, (long) (scale * smoothedRttPs));
    }
  }

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
   * @param terms what it says of flows
   * @param roundTripPs of the longest way, without queues
   */
  public static FalconSettings of(Settings settings, MessageSettings terms, long roundTripPs) {
    return new FalconSettings(
        terms,
        settings.get(FalconKnobs.RECOVERY) == FalconRecovery.RACK_TLP,
        settings.get(FalconKnobs.REORDERING).intValue(),
        settings.get(FalconKnobs.RECEIVE_WINDOW).intValue(),
        new Acks(
            settings.get(FalconKnobs.ACK_WINDOW).intValue(),
            (int) Math.round(1 / settings.get(FalconKnobs.ACK_SHARE)),
            settings.get(FalconKnobs.ACK_DELAY).ps()),
        new Timeout(
            settings.get(FalconKnobs.TIMEOUT_SCALE),
            settings.get(FalconKnobs.MIN_TIMEOUT).ps(),
            roundTripPs),
        settings.get(FalconKnobs.PATH_CHANGE)
            ? Optional.of(
                new PlbRepathing.Settings(
                    settings.get(FalconKnobs.PLB_DELAY),
                    settings.get(FalconKnobs.PLB_SHARE),
                    settings.get(FalconKnobs.PLB_ROUNDS).intValue()))
            : Optional.empty(),
        terms.reads()
            ? Optional.of(
                new Pulls(
                    terms.framing().readRequest(),
                    settings.get(FalconKnobs.PULLS).intValue(),
                    settings.get(TransportKnobs.OUTSTANDING_READS)))
            : Optional.empty());
  }

  /** How flows are moved: one message each, but where each packet of a READ is asked for. */
  public static MessageSettings messageSettings(Settings settings) {
    MessageSettings whole = SingleMessageFlows.terms(settings);
    return whole.reads() ? whole.inMessages(whole.mtu(), settings.get(FalconKnobs.PULLS)) : whole;
  }

  /** A full packet's frame. */
  int fullFrame() {
    return messageSettings.framing().dataFrame(messageSettings.mtu(), 0);
  }

  /** The frame of an ACK with bitmaps. */
  int extendedAckFrame() {
    return messageSettings.framing().ack() + BITMAPS;
  }
}
