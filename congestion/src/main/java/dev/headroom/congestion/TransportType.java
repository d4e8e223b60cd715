package dev.headroom.congestion;

import dev.headroom.unit.Keyword;

/**
 * Transport protocol, with the properties that other components need. A preset of its name says
 * what it needs of switches, classes and controls.
 */
public enum TransportType implements Keyword {
  ROCEV2(Kind.QUEUE_PAIRS),
  ROCEV1(Kind.QUEUE_PAIRS),
  INFINIBAND(Kind.QUEUE_PAIRS),
  UEC(Kind.PACKETS),
  SRD(Kind.PACKETS),
  FALCON(Kind.PACKETS),
  TCP(Kind.STREAM),
  IWARP(Kind.STREAM);

  private enum Kind {
    /** Reliable connections of the InfiniBand architecture: messages in packets with numbers. */
    QUEUE_PAIRS,
    /** One message of a flow, with the same headers on each of its packets. */
    PACKETS,
    /** Bytes in segments. */
    STREAM
  }

  private final Kind kind;

  TransportType(Kind kind) {
    this.kind = kind;
  }

  /** Whether it has queue pairs as the InfiniBand architecture has them. */
  public boolean hasQueuePairs() {
    return kind == Kind.QUEUE_PAIRS;
  }

  /** Whether it makes one message of a flow, with the same headers on each of its packets. */
  public boolean isMessagePerFlow() {
    return kind == Kind.PACKETS;
  }

  /** Whether it is TCP, or runs over it. */
  public boolean isStream() {
    return kind == Kind.STREAM;
  }

  /** Whether it is software of the host, not of its NIC. */
  public boolean isInKernel() {
    return this == TCP;
  }

  /** Whether it is RoCE of one version or the other. */
  public boolean isRoce() {
    return this == ROCEV2 || this == ROCEV1;
  }

  /** Whether its congestion controls are not those of RoCE. */
  public boolean hasOwnControls() {
    return !hasQueuePairs();
  }

  @Override
  public String toString() {
    return word();
  }
}
