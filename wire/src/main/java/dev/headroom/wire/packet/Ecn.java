package dev.headroom.wire.packet;

/** The two low bits of a traffic class (RFC 3168, section 5). */
public enum Ecn {
  NOT_ECT,
  ECT_1,
  ECT_0,
  /** Congestion experienced: a switch marked it. */
  CE;

  private static final Ecn[] ALL = values();

  public static Ecn of(int trafficClass) {
    return ALL[trafficClass & 3];
  }
}
