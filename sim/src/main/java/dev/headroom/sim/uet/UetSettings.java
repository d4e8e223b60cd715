package dev.headroom.sim.uet;

import dev.headroom.model.knob.Delivery;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.Spraying;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.model.knob.Verb;
import dev.headroom.sim.delivery.ReadTerms;
import dev.headroom.sim.rc.Framing;
import dev.headroom.sim.rc.RcSettings;
import java.util.Optional;

/**
 * What Ultra Ethernet's transport is set with, for all packet delivery contexts of a run.
 *
 * @param delivery what is promised of packets
 * @param framing bytes around the payload
 * @param mtu payload of a full packet
 * @param dataClass priority of data
 * @param controlClass priority of ACK, NACK, credit, and of data that has been trimmed
 * @param ackBytes frame bytes received after which an ACK is due
 * @param ackShare of the window after which a sender asks for an ACK; 0: only at its end
 * @param spraying how entropy values are chosen
 * @param values entropy values of a context; a power of two
 * @param timeoutPs a packet of which nothing is heard for so long is sent again
 * @param retries how often a packet, or a request for credit, is sent again for that before the
 *     context is closed
 * @param credits whether receivers grant credit
 * @param roundTripPs of the longest way; requests for credit are not repeated sooner
 * @param reads how data is asked for; empty where its source sends it unasked
 */
public record UetSettings(
    Delivery delivery,
    Framing framing,
    int mtu,
    int dataClass,
    int controlClass,
    int ackBytes,
    double ackShare,
    Spraying spraying,
    int values,
    long timeoutPs,
    int retries,
    boolean credits,
    long roundTripPs,
    Optional<ReadTerms> reads) {
  /** Of {@code transport.uet.retries}: without end. */
  private static final int ENDLESS = 15;

  /**
   * What a scenario says.
   *
   * @param rc what it says of all transports
   * @param roundTripPs of the longest way, without queues
   * @param queueBytes what an egress queue may hold
   * @param lineBps rate of a NIC
   */
  public static UetSettings of(
      Settings settings,
      RcSettings rc,
      boolean credits,
      long roundTripPs,
      long queueBytes,
      long lineBps) {
    long timeoutPs =
        settings
            .find(UetKnobs.TIMEOUT)
            .map(time -> time.ps())
            .orElseGet(() -> timeoutPs(queueBytes, lineBps));
    return new UetSettings(
        settings.get(UetKnobs.DELIVERY),
        rc.framing(),
        rc.mtu(),
        rc.dataClass(),
        rc.ackClass(),
        (int) settings.get(UetKnobs.ACK_BYTES).bytes(),
        settings.get(UetKnobs.ACK_SHARE),
        settings.get(UetKnobs.SPRAYING),
        settings.get(UetKnobs.ENTROPY_VALUES).intValue(),
        timeoutPs,
        retries(settings),
        credits,
        roundTripPs,
        rc.operation() == Verb.READ
            ? Optional.of(reads(settings, rc, timeoutPs))
            : Optional.empty());
  }

  /**
   * A request is a packet with a number like another, acknowledged before the data comes in packets
   * of its own (Ultra Ethernet specification 1.0, section 3.5.20.2.5).
   */
  private static ReadTerms reads(Settings settings, RcSettings rc, long timeoutPs) {
    ReadTerms unordered =
        ReadTerms.of(rc, timeoutPs, settings.get(UetKnobs.ENTROPY_VALUES).intValue())
            .givenUpAfter(retries(settings));
    return settings.get(UetKnobs.DELIVERY) == Delivery.ROD ? unordered.inOrder() : unordered;
  }

  /**
   * 15 us and the time that six full queues take to empty: two classes on three hops where packets
   * of others may be in front (uet-htsim, {@code main_uec.cpp}).
   */
  private static long timeoutPs(long queueBytes, long lineBps) {
    return 15_000_000L + (long) (6.0 * queueBytes * 8e12 / lineBps);
  }

  private static int retries(Settings settings) {
    int most = settings.get(UetKnobs.RETRIES).intValue();
    return most == ENDLESS ? Integer.MAX_VALUE : most; // givesUp() knows it again
  }

  /** Whether senders give up where nothing answers. */
  boolean givesUp() {
    return retries != Integer.MAX_VALUE;
  }

  /** Whether senders hear what became of their packets. */
  boolean isReliable() {
    return delivery.isReliable();
  }

  /** A new source of entropy values. Order is kept on one way only. */
  EntropySource entropy(long key) {
    if (delivery == Delivery.ROD) {
      return new ObliviousSpray(1, key);
    }
    return switch (spraying) {
      case OBLIVIOUS -> new ObliviousSpray(values, key);
      case BITMAP -> new PenaltyBitmap(values, key);
      case REPS -> new Reps(values, key);
      case RECYCLING -> new RecyclingSpray(values, key);
      case MIXED -> new MixedSpray(values, key);
    };
  }
}
