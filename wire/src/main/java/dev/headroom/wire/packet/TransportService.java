package dev.headroom.wire.packet;

/** The transport service: the upper three bits of an opcode (IBA 9.2.1, table 38). */
public enum TransportService {
  RC(0),
  UC(1),
  RD(2),
  UD(3),
  /** Congestion notification; only opcode 0x81 is taken (IBA annex A17.9.3). */
  CNP(4),
  XRC(5),
  /** Left to manufacturers. */
  VENDOR_6(6),
  VENDOR_7(7);

  private static final TransportService[] ALL = values();

  private final int code;

  TransportService(int code) {
    this.code = code;
  }

  /** The upper three bits of an opcode. */
  public int code() {
    return code;
  }

  public static TransportService of(int opcode) {
    return ALL[(opcode >> 5) & 7];
  }
}
