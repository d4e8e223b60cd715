package dev.headroom.formats.hpcc;

import java.util.Arrays;
import java.util.Optional;

/**
 * Keys of the HPCC simulator's {@code config.txt}, with the defaults of its {@code
 * scratch/third.cc} (commit 9f4be2a) and the treatment of each here.
 */
enum HpccKey {
  ENABLE_QCN(Shape.FLAG, "1", Use.TAKEN),
  USE_DYNAMIC_PFC_THRESHOLD(Shape.FLAG, "1", Use.NO_EFFECT),
  PAUSE_TIME(Shape.NUMBER, "5", Use.NO_EFFECT),
  DATA_RATE(Shape.TEXT, "", Use.NO_EFFECT),
  LINK_DELAY(Shape.TEXT, "", Use.NO_EFFECT),
  PACKET_PAYLOAD_SIZE(Shape.WHOLE, "1000", Use.TAKEN),
  L2_CHUNK_SIZE(Shape.WHOLE, "0", Use.TAKEN),
  L2_ACK_INTERVAL(Shape.WHOLE, "0", Use.TAKEN),
  L2_BACK_TO_ZERO(Shape.FLAG, "0", Use.TAKEN),
  TOPOLOGY_FILE(Shape.TEXT, "", Use.TAKEN),
  FLOW_FILE(Shape.TEXT, "", Use.TAKEN),
  TRACE_FILE(Shape.TEXT, "", Use.OUTPUT),
  TRACE_OUTPUT_FILE(Shape.TEXT, "", Use.OUTPUT),
  FCT_OUTPUT_FILE(Shape.TEXT, "fct.txt", Use.OUTPUT),
  PFC_OUTPUT_FILE(Shape.TEXT, "pfc.txt", Use.OUTPUT),
  QLEN_MON_FILE(Shape.TEXT, "", Use.OUTPUT),
  QLEN_MON_START(Shape.WHOLE, "2000000000", Use.OUTPUT),
  QLEN_MON_END(Shape.WHOLE, "2100000000", Use.OUTPUT),
  ENABLE_TRACE(Shape.WHOLE, "1", Use.OUTPUT),
  SIMULATOR_STOP_TIME(Shape.NUMBER, "3.01", Use.TAKEN),
  CC_MODE(Shape.WHOLE, "1", Use.TAKEN),
  ALPHA_RESUME_INTERVAL(Shape.NUMBER, "55", Use.TAKEN),
  RATE_DECREASE_INTERVAL(Shape.NUMBER, "4", Use.TAKEN),
  CLAMP_TARGET_RATE(Shape.FLAG, "0", Use.TAKEN),
  RP_TIMER(Shape.NUMBER, "", Use.TAKEN),
  // Its default is written 1 / 16 there, which is 0 in C++.
  EWMA_GAIN(Shape.NUMBER, "0", Use.TAKEN),
  FAST_RECOVERY_TIMES(Shape.WHOLE, "5", Use.TAKEN),
  RATE_AI(Shape.RATE, "", Use.TAKEN),
  RATE_HAI(Shape.RATE, "", Use.TAKEN),
  MIN_RATE(Shape.RATE, "100Mb/s", Use.TAKEN),
  DCTCP_RATE_AI(Shape.RATE, "1000Mb/s", Use.TAKEN),
  ERROR_RATE_PER_LINK(Shape.NUMBER, "0", Use.TAKEN),
  HAS_WIN(Shape.FLAG, "1", Use.TAKEN),
  GLOBAL_T(Shape.FLAG, "1", Use.TAKEN),
  VAR_WIN(Shape.FLAG, "0", Use.TAKEN),
  FAST_REACT(Shape.FLAG, "1", Use.TAKEN),
  U_TARGET(Shape.NUMBER, "0.95", Use.TAKEN),
  MI_THRESH(Shape.WHOLE, "5", Use.TAKEN),
  INT_MULTI(Shape.WHOLE, "1", Use.TAKEN),
  MULTI_RATE(Shape.FLAG, "1", Use.TAKEN),
  SAMPLE_FEEDBACK(Shape.FLAG, "0", Use.TAKEN),
  PINT_LOG_BASE(Shape.NUMBER, "1.05", Use.TAKEN),
  PINT_PROB(Shape.NUMBER, "1.0", Use.TAKEN),
  RATE_BOUND(Shape.FLAG, "1", Use.TAKEN),
  ACK_HIGH_PRIO(Shape.FLAG, "0", Use.TAKEN),
  LINK_DOWN(Shape.DOWN, "", Use.TAKEN),
  KMAX_MAP(Shape.MAP, "", Use.TAKEN),
  KMIN_MAP(Shape.MAP, "", Use.TAKEN),
  PMAX_MAP(Shape.MAP, "", Use.TAKEN),
  BUFFER_SIZE(Shape.WHOLE, "16", Use.TAKEN);

  /** What follows the key. */
  enum Shape {
    FLAG("0 or 1"),
    WHOLE("a whole number"),
    NUMBER("a number"),
    RATE("a rate such as 100Mb/s"),
    TEXT("one word"),
    /** A count, then as many pairs of a rate in bit/s and a value. */
    MAP("a count, then pairs of a rate in bit/s and a value"),
    /** Microseconds after 2 s, and two nodes; all zero is none. */
    DOWN("microseconds after 2 s, then the two nodes of a link");

    private final String words;

    Shape(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** What becomes of it here. */
  enum Use {
    /** It sets something of the scenario. */
    TAKEN,
    /** That simulator reads it, and nothing comes of it there either. */
    NO_EFFECT,
    /** It says what to write and where; results go to {@code --out} here. */
    OUTPUT
  }

  private final Shape shape;
  private final String fallback;
  private final Use use;

  HpccKey(Shape shape, String fallback, Use use) {
    this.shape = shape;
    this.fallback = fallback;
    this.use = use;
  }

  Shape shape() {
    return shape;
  }

  /** The value when the key is absent, as text; blank when there is none. */
  String fallback() {
    return fallback;
  }

  Use use() {
    return use;
  }

  static Optional<HpccKey> named(String word) {
    return Arrays.stream(values()).filter(key -> key.name().equals(word)).findFirst();
  }
}
