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
              "reliable and unordered; ordered, which keeps to one way and goes back; unordered without state"
                  + " at the receiver; or unreliable, without ACKs and so without congestion control")
          .from("Ultra Ethernet specification 1.0, packet delivery sublayer");
  public static final Knob<PacketSpraying> SPRAYING =
      Knob.of(
              "transport.uet.spraying",
              choice(PacketSpraying.class),
              "mixed",
              "how the entropy value of each packet is chosen")
          .from(
              "uet-htsim, uec_mp.cpp, where mixed is the default and recycling is called reps_legacy; reps:"
                  + " Bonato et al., EuroSys 2026");
  public static final Knob<Long> ENTROPY_VALUES =
      Knob.of(
              "transport.uet.entropyValues",
              WHOLE,
              "64",
              "entropy values a sender sprays over, a power of two; 1 keeps to one way")
          .within("1", "32768")
          .from("uet-htsim, main_uec.cpp: -paths");
  public static final Knob<Size> ACK_BYTES =
      Knob.of(
              "transport.uet.ackBytes",
              SIZE,
              "16384B",
              "bytes received after which an ACK is due; the first packet, marked ones and those that ask get one at once")
          .within("1B", "1GiB")
          .from("uet-htsim, UecSink::_bytes_unacked_threshold");
  public static final Knob<Double> ACK_SHARE =
      Knob.of(
              "transport.uet.ackShare",
              NUMBER,
              "0.25",
              "a sender asks for an ACK at the latest after this share of its window, however many bytes ackBytes"
                  + " is; 0: only with the last packet that the window allows")
          .within("0", "1")
          .from(
              "assumed; senders may ask with any packet (Ultra Ethernet specification 1.0, pds.flags.ar). 0:"
                  + " uet-htsim, UecSrc::sendNewPacket, which leaves links idle where the window is less than"
                  + " four ACKs");
  public static final Knob<Time> TIMEOUT =
      Knob.derived(
              "transport.uet.timeout",
              TIME,
              "15 us and the time that six full queues take to empty",
              "a packet of which nothing is heard for so long is sent again")
          .within("1us", "10s")
          .from("uet-htsim, main_uec.cpp: two classes, three hops");
  public static final Knob<Long> RETRIES =
      Knob.of(
              "transport.uet.retries",
              WHOLE,
              "15",
              "how often a packet is sent again after such a timeout before its context is closed with an error; 15: without end")
          .within("0", "15")
          .from(
              "uet-htsim, which never gives up, as the default timeout is its own. Ultra Ethernet"
                  + " specification 1.0, Max_RTO_Retx_Cnt: 5, after timeouts of a millisecond and more")
          .real("Max_RTO_Retx_Cnt");
}
