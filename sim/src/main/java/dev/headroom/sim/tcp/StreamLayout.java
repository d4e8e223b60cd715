package dev.headroom.sim.tcp;

/**
 * Layout of payload in a TCP stream and in frames. Sizes in bytes.
 *
 * <pre>
 *   frame    Ethernet 14 + IPv4 20 + TCP 20 + timestamp 12 + segment + FCS 4, at least 64
 *   ACK      the same without a segment; ranges add 4 + 8 each (RFC 2018)
 *   SYN      Ethernet 14 + IPv4 20 + TCP 40 with its options + FCS 4
 *   TCP      segment = payload
 *   iWARP    segment = FPDU: length 2 + DDP and RDMAP header + payload, padded to 4, + CRC 4
 *            (RFC 5044, section 4.1); one a segment; the header 14 for WRITEs and the responses to
 *            READs, which are tagged, and 18 for SENDs and requests for READs (RFC 5040, section 4;
 *            RFC 5041, sections 4.1 and 4.2); no markers
 * </pre>
 *
 * @param mtu largest IP packet
 * @param ulpHeader with iWARP the header of DDP and RDMAP in each segment; 0 without
 */
public record StreamLayout(int mtu, int ulpHeader) {
  private static final int ETHERNET = 14 + 4;
  private static final int IP_TCP_TIMESTAMP = 20 + 20 + 12;
  private static final int MIN_FRAME = 64;
  private static final int SYN = 14 + 20 + 40 + 4;

  /** An MPA request or reply without private data (RFC 5044, section 7.1.1). */
  private static final int MPA_START = 20;

  /**
   * What a request for a READ carries: the tag 4 and offset 8 of where data goes, its length 4, tag
   * 4 and offset 8 of where it is (RFC 5040, section 4).
   */
  static final int READ_REQUEST = 28;

  private static final int MPA_LENGTH = 2;
  private static final int MPA_CRC = 4;

  /** TCP alone. */
  public static StreamLayout tcp(int mtu) {
    return new StreamLayout(mtu, 0);
  }

  /**
   * iWARP's.
   *
   * @param tagged whether it is of WRITEs or of what READs bring; else of SENDs
   */
  public static StreamLayout iwarp(int mtu, boolean tagged) {
    return new StreamLayout(mtu, tagged ? 14 : 18);
  }

  /** That of requests for READs, which are not tagged. */
  public StreamLayout ofRequests() {
    return iwarp(mtu, false);
  }

  /** A frame that carries a request for a READ. */
  public int requestFrame() {
    return dataFrame(ofRequests().streamBytes(READ_REQUEST));
  }

  /** Whether this is iWARP, whose connections start with a request and a reply more. */
  public boolean isIwarp() {
    return ulpHeader > 0;
  }

  /** Most bytes of the stream in a segment (MSS). */
  public int segment() {
    return mtu - IP_TCP_TIMESTAMP;
  }

  /**
   * Most payload in a segment. For iWARP it is MULPDU = EMSS - (6 + EMSS mod 4) less the header
   * (RFC 5044, section 4.1).
   */
  public int payload() {
    int mss = segment();
    return isIwarp() ? mss - (MPA_LENGTH + MPA_CRC + mss % 4) - ulpHeader : mss;
  }

  /** Bytes of the stream that so much payload takes; an empty flow takes one. */
  public int streamBytes(int payload) {
    if (!isIwarp()) {
      return Math.max(1, payload);
    }
    return (MPA_LENGTH + ulpHeader + payload + 3) / 4 * 4 + MPA_CRC;
  }

  /** A frame that carries so many bytes of the stream. */
  public int dataFrame(int streamBytes) {
    return Math.max(MIN_FRAME, ETHERNET + IP_TCP_TIMESTAMP + streamBytes);
  }

  /** What a segment has around it on the wire, preamble and gap included (IEEE 802.3: 8 and 12). */
  public int around() {
    return ETHERNET + IP_TCP_TIMESTAMP + 20;
  }

  /** An ACK that names so many ranges. */
  public int ackFrame(int ranges) {
    return ETHERNET + IP_TCP_TIMESTAMP + (ranges == 0 ? 0 : 4 + 8 * ranges);
  }

  /** A SYN, or the answer to it. */
  public int synFrame() {
    return SYN;
  }

  /** An MPA request, or the reply to it. */
  public int mpaFrame() {
    return ETHERNET + IP_TCP_TIMESTAMP + MPA_START;
  }

  /** Segments of a flow. */
  public long segments(long bytes) {
    return Math.max(1, Math.ceilDiv(bytes, (long) payload()));
  }

  /** Bytes of the stream that a flow takes. */
  public long streamBytes(long bytes) {
    long whole = bytes / payload();
    int rest = (int) (bytes - whole * payload());
    return whole * streamBytes(payload()) + (rest > 0 || whole == 0 ? streamBytes(rest) : 0);
  }
}
