package dev.headroom.sim.uet;

import dev.headroom.model.choice.PacketSpraying;
import dev.headroom.model.choice.UetDeliveryMode;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.UetKnobs;
import dev.headroom.sim.delivery.ReadRequestSettings;
import dev.headroom.sim.message.MessageSettings;
import java.util.Optional;

/**
 * Settings of Ultra Ethernet's transport, for all packet delivery contexts of a run.
 *
 * @param delivery what is promised of packets
 * @param messageSettings how it moves flows; the class of ACKs is that of NACK and credit, too, and
 *     of data that has been trimmed
 * @param acks when there are ACKs
 * @param entropy what ways packets take
 * @param retries what is done where nothing is heard
 * @param credits whether receivers grant credit
 * @param roundTripPs of the longest way; requests for credit are not repeated sooner
 * @param reads how data is asked for; empty where its source sends it unasked
 */
public record UetSettings(
    UetDeliveryMode delivery,
    MessageSettings messageSettings,
    Acks acks,
    Entropy entropy,
    Retries retries,
    boolean credits,
    long roundTripPs,
    Optional<ReadRequestSettings> reads) {
  /**
   * When there are ACKs.
   *
   * @param bytes of frames received after which one is due
   * @param share of the window after which a sender asks for one; 0: only at its end
   */
  public record Acks(int bytes, double share) {}

  /**
   * How packets are spread over ways.
   *
   * @param spraying how entropy values are chosen
   * @param values entropy values of a context; a power of two
   */
  public record Entropy(PacketSpraying spraying, int values) {}

  /**
   * What a sender does that hears nothing.
   *
   * @param timeoutPs a packet of which nothing is heard for so long is sent again
   * @param most how often a packet, or a request for credit, is sent again for that before the
   *     context is closed; {@link Integer#MAX_VALUE}: without end
   */
  public record Retries(long timeoutPs, int most) {}

  /** Of {@code transport.uet.retries}: without end. */
  private static final int ENDLESS = 15;

  /**
   * What a scenario says.
   *
   * @param terms what it says of flows
   * @param roundTripPs of the longest way, without queues
   * @param queueBytes what an egress queue may hold
   * @param lineBps rate of a NIC
   */
  public static UetSettings of(
      Settings settings,
      MessageSettings terms,
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
        terms,
        new Acks((int) settings.get(UetKnobs.ACK_BYTES).bytes(), settings.get(UetKnobs.ACK_SHARE)),
        new Entropy(
            settings.get(UetKnobs.SPRAYING), settings.get(UetKnobs.ENTROPY_VALUES).intValue()),
        new Retries(timeoutPs, retries(settings)),
        credits,
        roundTripPs,
        terms.reads() ? Optional.of(reads(settings, terms, timeoutPs)) : Optional.empty());
  }

  /**
   * A request is a packet with a number like another, acknowledged before the data comes in packets
   * of its own (Ultra Ethernet specification 1.0, section 3.5.20.2.5).
   */
  private static ReadRequestSettings reads(
      Settings settings, MessageSettings terms, long timeoutPs) {
    ReadRequestSettings unordered =
        ReadRequestSettings.of(terms, timeoutPs, settings.get(UetKnobs.ENTROPY_VALUES).intValue())
            .givenUpAfter(retries(settings));
    return settings.get(UetKnobs.DELIVERY) == UetDeliveryMode.ROD ? unordered.inOrder() : unordered;
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
  boolean hasRetryLimit() {
    return retries.most != Integer.MAX_VALUE;
  }

  /** Whether senders hear what became of their packets. */
  boolean isReliable() {
    return delivery.isReliable();
  }

  /** A new source of entropy values. Order is kept on one way only. */
  EntropySource entropy(long key) {
    if (delivery == UetDeliveryMode.ROD) {
      return new ObliviousSpray(1, key);
    }
    int values = entropy.values;
    return switch (entropy.spraying) {
      case OBLIVIOUS -> new ObliviousSpray(values, key);
      case BITMAP -> new PenaltyBitmap(values, key);
      case REPS -> new Reps(values, key);
      case RECYCLING -> new RecyclingSpray(values, key);
      case MIXED -> new MixedSpray(values, key);
    };
  }
}
