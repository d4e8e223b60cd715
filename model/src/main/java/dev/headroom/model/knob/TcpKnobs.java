package dev.headroom.model.knob;

import static dev.headroom.model.knob.ValueType.SIZE;
import static dev.headroom.model.knob.ValueType.SWITCH;
import static dev.headroom.model.knob.ValueType.TIME;
import static dev.headroom.model.knob.ValueType.WHOLE;

import dev.headroom.unit.Size;
import dev.headroom.unit.Time;

/**
 * Knobs of TCP, of iWARP on it, and of their congestion controls. {@link Knobs} lists them with the
 * rest.
 */
public final class TcpKnobs {
  private TcpKnobs() {}

  public static final Knob<Boolean> HANDSHAKE =
      Knob.of(
              "transport.tcp.handshake",
              SWITCH,
              "true",
              "the first flow of a connection opens it, which takes one round trip, or two "
                  + "with iwarp")
          .from("RFC 9293, section 3.5; iwarp: MPA's request and reply, RFC 5044, section 7.1");
  public static final Knob<Boolean> ECN =
      Knob.derived(
              "transport.tcp.ecn",
              SWITCH,
              "if TCP is the only transport, congestion.ecn; with other transports, true for "
                  + "dctcp only",
              "senders react to ECN marks; bbr and none receive marks and ignore them")
          .from(
              "RFC 3168; Linux requests ECN if the sysctl is 1, or for DCTCP. With RoCE "
                  + "traffic, marks follow RoCE's thresholds")
          .real("sysctl net.ipv4.tcp_ecn");
  public static final Knob<Size> RECEIVE_WINDOW =
      Knob.of(
              "transport.tcp.receiveWindow",
              SIZE,
              "3MiB",
              "maximum received bytes that the application has not read")
          .within("64KiB", "1GiB")
          .from("half of 6 MiB, Linux's default maximum buffer; the rest is overhead")
          .real("sysctl net.ipv4.tcp_rmem");
  public static final Knob<Long> ACK_EVERY =
      Knob.of("transport.tcp.ackEvery", WHOLE, "2", "number of segments per ACK")
          .within("1", "64")
          .from("RFC 5681, section 4.2: at least every second full segment");
  public static final Knob<Time> ACK_DELAY =
      Knob.of(
              "transport.tcp.ackDelay",
              TIME,
              "40ms",
              "maximum delay of an ACK that waits for more segments")
          .within("1us", "500ms")
          .from("Linux TCP_DELACK_MIN; RFC 5681, section 4.2: at most 500 ms");
  public static final Knob<Time> MIN_TIMEOUT =
      Knob.of(
              "transport.tcp.minTimeout",
              TIME,
              "200ms",
              "minimum of the variance term that the retransmission timeout adds to the mean "
                  + "round trip")
          .within("1us", "60s")
          .from("Linux TCP_RTO_MIN; RFC 6298 requires a second for the whole timeout")
          .real("ip route ... rto_min; sysctl net.ipv4.tcp_rto_min_us");
  public static final Knob<Boolean> TAIL_PROBE =
      Knob.of(
              "transport.tcp.tailProbe",
              SWITCH,
              "true",
              "tail loss probe: an unacknowledged tail is resent before the timeout")
          .from("TLP: RFC 8985, section 7")
          .real("sysctl net.ipv4.tcp_early_retrans");
  public static final Knob<Time> PROBE_SLACK =
      Knob.of(
              "transport.tcp.probeSlack",
              TIME,
              "2ms",
              "delay of such a probe beyond two round trips")
          .within("0ns", "1s")
          .from("Linux TCP_TIMEOUT_MIN_US; none in RFC 8985");
}
