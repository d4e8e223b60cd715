package dev.headroom.model.knob;

import dev.headroom.unit.Word;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A transport, with what others must know of it. A preset of its name says what it needs of
 * switches, classes and controls.
 */
public enum TransportType implements Word {
  ROCEV2(Kind.QUEUE_PAIRS, List.of()),
  ROCEV1(Kind.QUEUE_PAIRS, List.of()),
  INFINIBAND(Kind.QUEUE_PAIRS, List.of()),
  UEC(Kind.PACKETS, List.of("nscc", "rccc", "nscc-rccc", "dctcp", "none", OwnClass.WORD)),
  SRD(Kind.PACKETS, List.of("srd", "none", OwnClass.WORD)),
  FALCON(Kind.PACKETS, List.of("falcon-swift", "none", OwnClass.WORD)),
  TCP(Kind.STREAM, Controls.OF_STREAMS),
  IWARP(Kind.STREAM, Controls.OF_STREAMS);

  /** Lists that several have: what an enum has itself is not there yet when its values are made. */
  private static final class Controls {
    static final List<String> OF_STREAMS =
        List.of("reno", "cubic", "bbr", "dctcp", "none", OwnClass.WORD);

    private Controls() {}
  }

  private enum Kind {
    /** Reliable connections of the InfiniBand architecture: messages in packets with numbers. */
    QUEUE_PAIRS,
    /** One message of a flow, with the same headers on each of its packets. */
    PACKETS,
    /** Bytes in segments. */
    STREAM
  }

  private final Kind kind;

  @SuppressWarnings("ImmutableEnumChecker") // only ever List.of
  private final List<String> controls;

  TransportType(Kind kind, List<String> controls) {
    this.kind = kind;
    this.controls = controls;
  }

  /** Whether it has queue pairs as the InfiniBand architecture has them. */
  public boolean hasQueuePairs() {
    return kind == Kind.QUEUE_PAIRS;
  }

  /** Whether it makes one message of a flow, with the same headers on each of its packets. */
  public boolean isOfWholeFlows() {
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
  public boolean hasControlsOfItsOwn() {
    return !controls.isEmpty();
  }

  /** Its congestion controls; empty where they are those of RoCE. */
  public List<String> controls() {
    return controls;
  }

  /** Those with controls of their own among which is this one. */
  public static List<TransportType> ownersOf(String control) {
    return Arrays.stream(values()).filter(type -> type.controls.contains(control)).toList();
  }

  @Override
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return word();
  }
}
