package dev.headroom.wire.packet;

/** Cause of a NAK, by its code (IBA 9.7.5.2.3, table 45). */
public enum NakCause {
  PSN_SEQUENCE_ERROR(0, "PSN sequence error"),
  INVALID_REQUEST(1, "invalid request"),
  REMOTE_ACCESS_ERROR(2, "remote access error"),
  REMOTE_OPERATIONAL_ERROR(3, "remote operational error"),
  INVALID_RD_REQUEST(4, "invalid RD request"),
  RESERVED(5, "reserved code");

  private static final NakCause[] ALL = values();

  private final int code;
  private final String words;

  NakCause(int code, String words) {
    this.code = code;
    this.words = words;
  }

  /** The cause that a NAK's syndrome gives. */
  public static NakCause of(int syndrome) {
    return ALL[Math.min(syndrome & 31, RESERVED.code)];
  }

  /** The lower five bits of the syndrome. */
  public int code() {
    return code;
  }

  /** As the specification calls it. */
  public String words() {
    return words;
  }
}
