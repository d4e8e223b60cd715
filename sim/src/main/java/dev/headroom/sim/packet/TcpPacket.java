package dev.headroom.sim.packet;

/**
 * Segment of TCP, or of iWARP on it, with the header fields that other packets do not have.
 * Sequence numbers count bytes from the start of the connection and never wrap here; the wire
 * carries their low 32 bits.
 */
public final class TcpPacket extends Packet {
  /** Packet type: opens a connection. */
  public static final int SYN = 13;

  /** Packet type: accepts it. */
  public static final int SYN_ACK = 14;

  /** Packet type: the third of the handshake. */
  public static final int HANDSHAKE_ACK = 15;

  /** Packet type: iWARP's MPA request, and the reply to it (RFC 5044, section 7.1). */
  public static final int MPA_REQUEST = 16;

  public static final int MPA_REPLY = 17;

  /** Packet type: acknowledges requests for READs, which are a stream of their own. */
  public static final int REQUEST_ACK = 21;

  /** Packet type: asks a receiver whose window is closed for an ACK. */
  public static final int WINDOW_PROBE = 18;

  /** In an ACK: the segment that it answers had come before (DSACK, RFC 2883). */
  public static final int DUPLICATE = 32;

  /** Ranges that an ACK has room for beside a timestamp (RFC 2018, section 3). */
  public static final int MOST_RANGES = 3;

  /** First byte. */
  public long sequence;

  /** Bytes of the stream that it carries: the payload, and with iWARP what frames it. */
  public int length;

  /** ACK: the first byte not received. */
  public long ackUpTo;

  /** ACK: the byte up to which the sender may send, not included. */
  public long windowUpTo;

  /** ACK: how many ranges beyond {@link #ackUpTo} it names, newest first. */
  public int ranges;

  private long firstFrom;
  private long firstTo;
  private long secondFrom;
  private long secondTo;
  private long thirdFrom;
  private long thirdTo;

  /** Names another range that has been received; there must be room. */
  public void addRange(long from, long to) {
    switch (ranges++) {
      case 0 -> {
        firstFrom = from;
        firstTo = to;
      }
      case 1 -> {
        secondFrom = from;
        secondTo = to;
      }
      default -> {
        thirdFrom = from;
        thirdTo = to;
      }
    }
  }

  /** Where a range begins. */
  public long rangeFrom(int i) {
    return i == 0 ? firstFrom : i == 1 ? secondFrom : thirdFrom;
  }

  /** Where a range ends; that byte is not in it. */
  public long rangeTo(int i) {
    return i == 0 ? firstTo : i == 1 ? secondTo : thirdTo;
  }
}
