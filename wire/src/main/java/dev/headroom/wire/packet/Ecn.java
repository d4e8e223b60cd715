package dev.headroom.wire.packet;

/** The two low bits of a traffic class (RFC 3168, section 5). */
public enum Ecn {
  NOT_ECT(0),
  ECT_1(1),
  ECT_0(2),
  /** Congestion experienced: a switch marked it. */
  CE(3);

  private static final Ecn[] ALL = values();

  private final int codepoint;

  Ecn(int codepoint) {
    this.codepoint = codepoint;
  }

  /** 0 to 3. */
  public int codepoint() {
    return codepoint;
  }

  public static Ecn of(int trafficClass) {
    return ALL[trafficClass & 3];
  }
}
