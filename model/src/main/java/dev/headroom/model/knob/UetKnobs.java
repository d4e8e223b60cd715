package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * The knobs of Ultra Ethernet's transport and of its congestion controls. {@link Knobs} lists them
 * with the rest.
 */
public final class UetKnobs {
  private UetKnobs() {}

  public static final Knob<String> DELIVERY =
      Knob.of(
              "transport.uet.delivery",
              choice("rud", "rod", "rudi", "uud"),
              "rud",
              "reliable and unordered; ordered, which keeps to one way and goes back; unordered without state"
                  + " at the receiver; or unreliable, without ACKs and so without congestion control")
          .from("Ultra Ethernet specification 1.0, packet delivery sublayer");
  public static final Knob<String> SPRAYING =
      Knob.of(
              "transport.uet.spraying",
              choice("mixed", "reps", "recycling", "bitmap", "oblivious"),
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

  // --- NSCC -------------------------------------------------------------------------------------

  public static final Knob<String> NSCC_EDITION =
      Knob.of(
              "congestion.nscc.edition",
              choice("specification", "draft", "early-draft"),
              "specification",
              "that of the specification, 1.0, or one of two drafts, with which runs were published")
          .from(
              "uet-htsim, uec.cpp; early-draft: until 28 July 2024, commit 228493d; draft: the day after, 9cfe344");
  public static final Knob<Time> NSCC_TARGET =
      Knob.derived(
              "congestion.nscc.target",
              TIME,
              "3/4 of congestion.baseRtt where switches trim, else all of it; 6 us in drafts",
              "queueing delay that is aimed at")
          .within("1ns", "1s")
          .from("uet-htsim, initNsccParams; UE specification 1.0");
  public static final Knob<Double> NSCC_GAMMA =
      Knob.of(
              "congestion.nscc.gamma",
              NUMBER,
              "0.8",
              "multiplicative decrease: the window gives up this share of what the delay is too long by")
          .within("0", "1")
          .from("uet-htsim, initNsccParams");
  public static final Knob<Double> NSCC_MAX_WINDOW =
      Knob.of(
              "congestion.nscc.maxWindow",
              NUMBER,
              "1.5",
              "greatest window, and window to start with, in bandwidth-delay products")
          .within("0.01", "1000")
          .from("uet-htsim, initNscc");
  public static final Knob<Double> NSCC_QUICK_SHARE =
      Knob.of(
              "congestion.nscc.quickShare",
              NUMBER,
              "0.125",
              "quick adapt where less than this share of the greatest window arrived in a round trip; 0 is never")
          .within("0", "1")
          .from("uet-htsim: qa_gate 3, so 2^-3");

  // --- RCCC -------------------------------------------------------------------------------------

  public static final Knob<String> RCCC_EDITION =
      Knob.of(
              "congestion.rccc.edition",
              choice("specification", "draft"),
              "specification",
              "how a receiver finds out what an oversubscribed fabric carries: by trims and marks, as the"
                  + " specification's simulator does, or by marks alone, as in the draft with which runs were"
                  + " published")
          .from("uet-htsim, OversubscribedCC; draft: commit f1f54d0");
  public static final Knob<Double> RCCC_MAX_CREDIT =
      Knob.of(
              "congestion.rccc.maxCredit",
              NUMBER,
              "1.5",
              "most credit of a sender, and what it starts with on speculation, in bandwidth-delay products")
          .within("0.01", "1000")
          .from("uet-htsim, initRccc");
  public static final Knob<Size> RCCC_GRANT =
      Knob.of("congestion.rccc.grant", SIZE, "16384B", "most of one grant, a multiple of 256 B")
          .within("256B", "1GiB")
          .from("uet-htsim: four packets of 4,096 B a pull, one until September 2024");
  public static final Knob<Double> RCCC_RATE =
      Knob.of(
              "congestion.rccc.rateShare",
              NUMBER,
              "0.99",
              "share of a port's rate that its receiver hands out")
          .within("0.01", "1")
          .from("uet-htsim, UecPullPacer");
  public static final Knob<Double> RCCC_LEAST_SHARE =
      Knob.derived(
              "congestion.rccc.leastShare",
              NUMBER,
              "0.9, and in the draft 0.75, by how many times the fabric is oversubscribed; 1 where it is not, or NSCC runs too",
              "least share of that which a receiver hands out where packets are trimmed or marked on the way to"
                  + " its switch; 1: it always hands out all")
          .within("0.01", "1")
          .from("uet-htsim, OversubscribedCC");
}
