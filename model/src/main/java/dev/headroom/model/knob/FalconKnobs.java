package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.NUMBER;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;
import static dev.headroom.model.knob.ValueType.choice;

import dev.headroom.model.choice.FalconRecovery;
import dev.headroom.unit.Time;

/**
 * Knobs of Google's Falcon and of its congestion control. The window of the fabric has those of
 * Swift, too. {@link Knobs} lists them with the rest.
 */
public final class FalconKnobs {
  private FalconKnobs() {}

  public static final Knob<FalconRecovery> RECOVERY =
      Knob.of(
              "transport.falcon.recovery",
              choice(FalconRecovery.class),
              "rack-tlp",
              "what is sent again before a timeout: what was sent before something that has arrived, and the"
                  + " tail of a flow as a probe; or what is missing behind a gap in the ACK's bitmap")
          .from(
              "eack: Falcon 0.9, section 9.1.4; rack-tlp: the extension that section 9.1.6 names, as RFC 8985"
                  + " has it");
  public static final Knob<Long> REORDERING =
      Knob.of(
              "transport.falcon.reordering",
              WHOLE,
              "3",
              "packets by which one may be overtaken without being taken for lost, with recovery eack")
          .within("0", "127")
          .from("Falcon 0.9, section 9.1.4: ooo_threshold, left to choice; 3 is RFC 6675's");
  public static final Knob<Long> RECEIVE_WINDOW =
      Knob.of(
              "transport.falcon.receiveWindow",
              WHOLE,
              "128",
              "packets beyond the first missing one that a receiver takes; others are dropped")
          .within("1", "128")
          .from("Falcon 0.9, section 9.2.2.4: 128 for data");
  public static final Knob<Long> PULLS =
      Knob.of(
              "transport.falcon.pulls",
              WHOLE,
              "128",
              "pull requests of a connection whose data has not come, at most; with transport.operation"
                  + " read")
          .within("1", "4096")
          .from(
              "Falcon 0.9, section 8.2: a request takes the room of its data, and how much there is is left"
                  + " to choice; 128 packets are the window of data");
  public static final Knob<Long> ACK_WINDOW =
      Knob.of(
              "transport.falcon.ackWindow",
              WHOLE,
              "8",
              "window in packets up to which every packet asks for an ACK")
          .within("0", "2047")
          .from("Falcon 0.9, section 9.1.3.1: ACK request fcwnd threshold, left to choice");
  public static final Knob<Double> ACK_SHARE =
      Knob.of(
              "transport.falcon.ackShare",
              NUMBER,
              "0.25",
              "share of packets that ask for an ACK where the window is greater; the last one always does")
          .within("0.01", "1")
          .from("Falcon 0.9, section 9.1.3.1: ACK request percent, left to choice");
  public static final Knob<Time> ACK_DELAY =
      Knob.of(
              "transport.falcon.ackDelay",
              TIME,
              "5us",
              "how long a receiver waits with an ACK that nobody asked for")
          .within("0ns", "1s")
          .from("Falcon 0.9, section 9.1.6: ACK coalescing timeout, left to choice");
  public static final Knob<Double> TIMEOUT_SCALE =
      Knob.of(
              "transport.falcon.timeoutScale",
              NUMBER,
              "4",
              "smoothed round trips after which a packet is given up of which nothing is heard")
          .within("1", "1000")
          .from("Falcon 0.9, section 10.3.2: retransmit_timeout_scalar, left to choice");
  public static final Knob<Time> MIN_TIMEOUT =
      Knob.of("transport.falcon.minTimeout", TIME, "200us", "least time after which that happens")
          .within("1us", "10s")
          .from("Falcon 0.9, section 10.3.2: min_retransmission_timeout, left to choice");
  public static final Knob<Boolean> PATH_CHANGE =
      Knob.of(
              "transport.falcon.plb",
              SWITCH,
              "true",
              "whether a connection changes its flow label when its way stays congested")
          .from("Falcon 0.9, section 10.4; PLB, SIGCOMM 2022");
  public static final Knob<Double> PLB_DELAY =
      Knob.of(
              "transport.falcon.plbDelay",
              NUMBER,
              "1",
              "times the target delay over which an ACK counts as congested")
          .within("0.01", "1000")
          .from("Falcon 0.9, section 10.4: plb_target_delay_multiplier, left to choice");
  public static final Knob<Double> PLB_SHARE =
      Knob.of(
              "transport.falcon.plbShare",
              NUMBER,
              "0.5",
              "share of packets on such ACKs from which on a round trip counts as congested")
          .within("0", "1")
          .from("Falcon 0.9, section 10.4; 0.5: Linux tcp_plb_cong_thresh");
  public static final Knob<Long> PLB_ROUNDS =
      Knob.of(
              "transport.falcon.plbRounds",
              WHOLE,
              "12",
              "such round trips in a row after which another way is taken")
          .within("1", "1000")
          .from("Falcon 0.9, section 10.4; 12: Linux tcp_plb_rehash_rounds");

  // --- congestion control -----------------------------------------------------------------------

}
