package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.PacketSpraying;
import dev.headroom.model.choice.UetDeliveryMode;
import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * Knobs of Ultra Ethernet's transport and of its congestion controls. {@link Knobs} lists them with
 * the rest.
 */
public final class UetKnobs {
  private UetKnobs() {}

  public static final Knob<UetDeliveryMode> DELIVERY =
      Knob.of(
              "transport.uet.delivery",
              choice(UetDeliveryMode.class),
              "rud",
              "delivery mode: reliable unordered (rud); reliable ordered on one path with "
                  + "go-back-N (rod); reliable unordered without receiver state (rudi); or "
                  + "unreliable (uud), without ACKs and congestion control")
          .from("Ultra Ethernet specification 1.0, packet delivery sublayer");
  public static final Knob<PacketSpraying> SPRAYING =
      Knob.of(
              "transport.uet.spraying",
              choice(PacketSpraying.class),
              "mixed",
              "selection of the entropy value of each packet")
          .from(
              "uet-htsim, uec_mp.cpp, where mixed is the default and recycling has the name "
                  + "reps_legacy; reps: Bonato et al., EuroSys 2026");
  public static final Knob<Long> ENTROPY_VALUES =
      Knob.of(
              "transport.uet.entropyValues",
              WHOLE,
              "64",
              "number of entropy values over which a sender sprays, a power of two; 1 uses "
                  + "one path")
          .within("1", "32768")
          .from("uet-htsim, main_uec.cpp: -paths");
  public static final Knob<Size> ACK_BYTES =
      Knob.of(
              "transport.uet.ackBytes",
              SIZE,
              "16384B",
              "received bytes after which an ACK is due; the first packet, marked packets "
                  + "and packets that request an ACK are acknowledged at once")
          .within("1B", "1GiB")
          .from("uet-htsim, UecSink::_bytes_unacked_threshold");
  public static final Knob<Double> ACK_SHARE =
      Knob.of(
              "transport.uet.ackShare",
              NUMBER,
              "0.25",
              "fraction of its window after which a sender requests an ACK, independent of "
                  + "ackBytes; 0: only with the last packet that the window allows")
          .within("0", "1")
          .from(
              "assumed; senders can request an ACK with any packet (Ultra Ethernet "
                  + "specification 1.0, pds.flags.ar). 0: uet-htsim, UecSrc::sendNewPacket, which "
                  + "leaves links idle if the window is less than four ACKs");
  public static final Knob<Time> TIMEOUT =
      Knob.derived(
              "transport.uet.timeout",
              TIME,
              "15 us plus the drain time of six full queues",
              "retransmission timeout of a packet without an acknowledgment")
          .within("1us", "10s")
          .from("uet-htsim, main_uec.cpp: two classes, three hops");
  public static final Knob<Long> RETRIES =
      Knob.of(
              "transport.uet.retries",
              WHOLE,
              "15",
              "maximum retransmissions of a packet after such a timeout before its context "
                  + "is closed with an error; 15 sets no limit")
          .within("0", "15")
          .from(
              "uet-htsim, which never closes the context, like its default timeout. Ultra "
                  + "Ethernet specification 1.0, Max_RTO_Retx_Cnt: 5, after timeouts of a "
                  + "millisecond and more")
          .real("Max_RTO_Retx_Cnt");
}
