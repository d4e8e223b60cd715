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
              "retransmission before a timeout: packets sent before one that has arrived, "
                  + "plus tail loss probes; or packets missing in the ACK's bitmap")
          .from(
              "eack: Falcon 0.9, section 9.1.4; rack-tlp: the extension named in section "
                  + "9.1.6, as in RFC 8985");
  public static final Knob<Long> REORDERING =
      Knob.of(
              "transport.falcon.reordering",
              WHOLE,
              "3",
              "reordering tolerance in packets before a packet counts as lost, with recovery eack")
          .within("0", "127")
          .from(
              "Falcon 0.9, section 9.1.4: ooo_threshold, which the specification leaves open; 3 "
                  + "is the value of RFC 6675");
  public static final Knob<Long> RECEIVE_WINDOW =
      Knob.of(
              "transport.falcon.receiveWindow",
              WHOLE,
              "128",
              "number of packets after the first missing one that a receiver accepts; others "
                  + "are dropped")
          .within("1", "128")
          .from("Falcon 0.9, section 9.2.2.4: 128 for data");
  public static final Knob<Long> PULLS =
      Knob.of(
              "transport.falcon.pulls",
              WHOLE,
              "128",
              "maximum pull requests of a connection whose data has not arrived; with "
                  + "transport.operation read")
          .within("1", "4096")
          .from(
              "Falcon 0.9, section 8.2: a request reserves room for its data, and the "
                  + "specification leaves the size open; 128 packets is the data window");
  public static final Knob<Long> ACK_WINDOW =
      Knob.of(
              "transport.falcon.ackWindow",
              WHOLE,
              "8",
              "window in packets up to which every packet requests an ACK")
          .within("0", "2047")
          .from(
              "Falcon 0.9, section 9.1.3.1: ACK request fcwnd threshold, which the specification "
                  + "leaves open");
  public static final Knob<Double> ACK_SHARE =
      Knob.of(
              "transport.falcon.ackShare",
              NUMBER,
              "0.25",
              "fraction of packets that request an ACK with a larger window; the last packet "
                  + "always does")
          .within("0.01", "1")
          .from(
              "Falcon 0.9, section 9.1.3.1: ACK request percent, which the specification leaves "
                  + "open");
  public static final Knob<Time> ACK_DELAY =
      Knob.of(
              "transport.falcon.ackDelay",
              TIME,
              "5us",
              "time for which a receiver delays an ACK that was not requested")
          .within("0ns", "1s")
          .from(
              "Falcon 0.9, section 9.1.6: ACK coalescing timeout, which the specification leaves "
                  + "open");
  public static final Knob<Double> TIMEOUT_SCALE =
      Knob.of(
              "transport.falcon.timeoutScale",
              NUMBER,
              "4",
              "retransmission timeout of a packet in smoothed round trips")
          .within("1", "1000")
          .from(
              "Falcon 0.9, section 10.3.2: retransmit_timeout_scalar, which the specification "
                  + "leaves open");
  public static final Knob<Time> MIN_TIMEOUT =
      Knob.of(
              "transport.falcon.minTimeout",
              TIME,
              "200us",
              "minimum of that retransmission timeout")
          .within("1us", "10s")
          .from(
              "Falcon 0.9, section 10.3.2: min_retransmission_timeout, which the specification "
                  + "leaves open");
  public static final Knob<Boolean> PATH_CHANGE =
      Knob.of(
              "transport.falcon.plb",
              SWITCH,
              "true",
              "a connection changes its flow label if its path stays congested")
          .from("Falcon 0.9, section 10.4; PLB, SIGCOMM 2022");
  public static final Knob<Double> PLB_DELAY =
      Knob.of(
              "transport.falcon.plbDelay",
              NUMBER,
              "1",
              "multiple of the target delay above which an ACK counts as congested")
          .within("0.01", "1000")
          .from(
              "Falcon 0.9, section 10.4: plb_target_delay_multiplier, which the specification "
                  + "leaves open");
  public static final Knob<Double> PLB_SHARE =
      Knob.of(
              "transport.falcon.plbShare",
              NUMBER,
              "0.5",
              "fraction of packets with congested ACKs from which a round trip counts as congested")
          .within("0", "1")
          .from("Falcon 0.9, section 10.4; 0.5: Linux tcp_plb_cong_thresh");
  public static final Knob<Long> PLB_ROUNDS =
      Knob.of(
              "transport.falcon.plbRounds",
              WHOLE,
              "12",
              "consecutive congested round trips before a change of path")
          .within("1", "1000")
          .from("Falcon 0.9, section 10.4; 12: Linux tcp_plb_rehash_rounds");

  // --- congestion control -----------------------------------------------------------------------

}
