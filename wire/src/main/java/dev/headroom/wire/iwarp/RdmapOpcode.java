package dev.headroom.wire.iwarp;

/** The operations of RDMAP (RFC 5040, section 4.3; RFC 7306, section 4), by opcode. */
public enum RdmapOpcode {
  WRITE,
  READ_REQUEST,
  READ_RESPONSE,
  SEND,
  SEND_INVALIDATE,
  SEND_SOLICITED,
  SEND_SOLICITED_INVALIDATE,
  TERMINATE,
  IMMEDIATE,
  IMMEDIATE_SOLICITED,
  ATOMIC_REQUEST,
  ATOMIC_RESPONSE,
  RESERVED_12,
  RESERVED_13,
  RESERVED_14,
  RESERVED_15;

  private static final RdmapOpcode[] ALL = values();

  /** The operation in the low four bits of RDMAP's control byte. */
  static RdmapOpcode of(int control) {
    return ALL[control & 15];
  }
}
