package dev.headroom.wire.packet;

/**
 * Operation of a packet: the lower five bits of an opcode (IBA 9.2.1, table 38), and the extended
 * headers that follow for it (section 9.3).
 */
public enum BthOperation {
  SEND_FIRST(0, 0),
  SEND_MIDDLE(1, 0),
  SEND_LAST(2, 0),
  SEND_LAST_IMM(3, Has.IMM),
  SEND_ONLY(4, 0),
  SEND_ONLY_IMM(5, Has.IMM),
  WRITE_FIRST(6, Has.RETH),
  WRITE_MIDDLE(7, 0),
  WRITE_LAST(8, 0),
  WRITE_LAST_IMM(9, Has.IMM),
  WRITE_ONLY(10, Has.RETH),
  WRITE_ONLY_IMM(11, Has.RETH | Has.IMM),
  READ_REQUEST(12, Has.RETH),
  READ_RESPONSE_FIRST(13, Has.AETH),
  READ_RESPONSE_MIDDLE(14, 0),
  READ_RESPONSE_LAST(15, Has.AETH),
  READ_RESPONSE_ONLY(16, Has.AETH),
  ACKNOWLEDGE(17, Has.AETH),
  ATOMIC_ACKNOWLEDGE(18, Has.AETH | Has.ATOMIC_ACK),
  COMPARE_SWAP(19, Has.ATOMIC),
  FETCH_ADD(20, Has.ATOMIC),
  /** Of reliable datagrams only. */
  RESYNC(21, 0),
  SEND_LAST_INVALIDATE(22, Has.IETH),
  SEND_ONLY_INVALIDATE(23, Has.IETH),
  RESERVED_24(24, 0),
  RESERVED_25(25, 0),
  RESERVED_26(26, 0),
  RESERVED_27(27, 0),
  /** IBA 1.5, annex A19: persistent memory. */
  FLUSH(28, Has.FETH | Has.RETH),
  ATOMIC_WRITE(29, Has.RETH),
  RESERVED_30(30, 0),
  RESERVED_31(31, 0);

  /** Bits for the headers an operation has. */
  private static final class Has {
    static final int RETH = 1;
    static final int AETH = 2;
    static final int ATOMIC = 4;
    static final int ATOMIC_ACK = 8;
    static final int IMM = 16;
    static final int IETH = 32;
    static final int FETH = 64;
  }

  private static final BthOperation[] ALL = values();

  private final int code;
  private final int has;

  BthOperation(int code, int has) {
    this.code = code;
    this.has = has;
  }

  /** The lower five bits of an opcode. */
  public int code() {
    return code;
  }

  public static BthOperation of(int opcode) {
    return ALL[opcode & 31];
  }

  public boolean hasReth() {
    return (has & Has.RETH) != 0;
  }

  public boolean hasAeth() {
    return (has & Has.AETH) != 0;
  }

  public boolean hasAtomicEth() {
    return (has & Has.ATOMIC) != 0;
  }

  public boolean hasAtomicAckEth() {
    return (has & Has.ATOMIC_ACK) != 0;
  }

  public boolean hasImmediate() {
    return (has & Has.IMM) != 0;
  }

  public boolean hasIeth() {
    return (has & Has.IETH) != 0;
  }

  /** Whether it answers: acknowledgements and what a READ or an atomic brings back. */
  public boolean isResponse() {
    return code >= READ_RESPONSE_FIRST.code && code <= ATOMIC_ACKNOWLEDGE.code;
  }

  /** Whether it brings data that a READ asked for. */
  public boolean isReadResponse() {
    return code >= READ_RESPONSE_FIRST.code && code <= READ_RESPONSE_ONLY.code;
  }

  /** Whether it is the first packet of its message or READ response. */
  public boolean begins() {
    return switch (this) {
      case SEND_MIDDLE,
          SEND_LAST,
          SEND_LAST_IMM,
          SEND_LAST_INVALIDATE,
          WRITE_MIDDLE,
          WRITE_LAST,
          WRITE_LAST_IMM,
          READ_RESPONSE_MIDDLE,
          READ_RESPONSE_LAST ->
          false;
      default -> true;
    };
  }

  /** Whether it is the last packet of its message or READ response. */
  public boolean ends() {
    return switch (this) {
      case SEND_FIRST,
          SEND_MIDDLE,
          WRITE_FIRST,
          WRITE_MIDDLE,
          READ_RESPONSE_FIRST,
          READ_RESPONSE_MIDDLE ->
          false;
      default -> true;
    };
  }

  /** Whether it is full: a first or middle packet carries exactly the path MTU (IBA 9.4.1). */
  public boolean isFull() {
    return !ends();
  }

  /** Whether this value means anything in IBA 1.6. */
  public boolean isDefined() {
    return !name().startsWith("RESERVED");
  }

  /** Bytes of the extended headers that this operation has with this service. */
  int headerBytes(TransportService service) {
    int bytes =
        (hasReth() ? Reth.BYTES : 0)
            + (hasAeth() ? Aeth.BYTES : 0)
            + (hasAtomicEth() ? AtomicEth.BYTES : 0)
            + (hasAtomicAckEth() ? AtomicAckEth.BYTES : 0)
            + (hasImmediate() ? 4 : 0)
            + (hasIeth() ? 4 : 0)
            + ((has & Has.FETH) != 0 ? 4 : 0);
    return bytes + prefixBytes(service);
  }

  /** Bytes of what a service puts before them. */
  int prefixBytes(TransportService service) {
    return switch (service) {
      case UD -> Deth.BYTES;
      case RD -> 4 + (isResponse() ? 0 : Deth.BYTES);
      case XRC -> isResponse() ? 0 : 4;
      default -> 0;
    };
  }
}
