package dev.headroom.wire.packet;

import java.lang.foreign.MemorySegment;
import java.util.Locale;

/**
 * Message of the connection manager (IBA 12.6 and 12.11), with which two sides connect their queue
 * pairs. Communication ids are each side's own name for the connection.
 */
public sealed interface CmMessage {
  /** Asks for a connection (12.6.5). {@code startingPsn} is what the other side begins with. */
  record Request(
      int localId,
      long service,
      int localQp,
      TransportService transport,
      int startingPsn,
      int pkey,
      int pathMtuBytes,
      int retries,
      int rnrRetries,
      int ackTimeout)
      implements CmMessage {}

  /** Agrees (12.6.8). {@code startingPsn} is what the other side begins with. */
  record Reply(int localId, int remoteId, int localQp, int startingPsn, int rnrRetries)
      implements CmMessage {}

  /** The asker has read the reply (12.6.9). */
  record ReadyToUse(int localId, int remoteId) implements CmMessage {}

  /** Refuses (12.6.7). */
  record Reject(int localId, int remoteId, int reason) implements CmMessage {
    /** In words, as table 12.6.7.2 has it. */
    public String words() {
      return switch (reason) {
        case 1 -> "no QP available";
        case 3 -> "no resources available";
        case 4 -> "timeout";
        case 5 -> "unsupported request";
        case 6 -> "invalid communication ID";
        case 8 -> "invalid service ID: no server listens there";
        case 9 -> "invalid transport service type";
        case 10 -> "stale connection";
        case 12 -> "primary remote port GID rejected";
        case 26 -> "invalid path MTU";
        case 27 -> "insufficient responder resources";
        case 28 -> "consumer defined: the application rejected it";
        case 29 -> "invalid RNR retry count";
        case 30 -> "duplicate local communication ID";
        default -> "reason " + reason;
      };
    }
  }

  /** Received, the answer will take longer (12.6.6). */
  record Wait(int localId, int remoteId) implements CmMessage {}

  /** Asks to end it (12.6.10). */
  record DisconnectRequest(int localId, int remoteId, int remoteQp) implements CmMessage {}

  /** Agrees to end it (12.6.11). */
  record DisconnectReply(int localId, int remoteId) implements CmMessage {}

  /** Asks which datagram queue pair serves a service (12.11.1). */
  record ServiceRequest(int requestId, long service) implements CmMessage {}

  /** Says which (12.11.2); status 0 if there is one. */
  record ServiceReply(int requestId, int status, int qp) implements CmMessage {}

  /** Path migration, or what newer specifications add. */
  record Other(int attribute) implements CmMessage {}

  /** Reads the message of a MAD of class {@link Mad#COMMUNICATION_MANAGEMENT}, 256 bytes. */
  static CmMessage read(MemorySegment s, long madAt) {
    long at = madAt + Mad.DATA_AT;
    int first = BigEndianBytes.i32(s, at);
    int second = BigEndianBytes.i32(s, at + 4);
    return switch (Mad.attribute(s, madAt)) {
      case 0x10 -> request(s, at);
      case 0x11 -> new Wait(first, second);
      case 0x12 -> new Reject(first, second, BigEndianBytes.u16(s, at + 10));
      case 0x13 ->
          new Reply(
              first,
              second,
              BigEndianBytes.u24(s, at + 12),
              BigEndianBytes.u24(s, at + 20),
              BigEndianBytes.u8(s, at + 27) >> 5);
      case 0x14 -> new ReadyToUse(first, second);
      case 0x15 -> new DisconnectRequest(first, second, BigEndianBytes.u24(s, at + 8));
      case 0x16 -> new DisconnectReply(first, second);
      case 0x17 -> new ServiceRequest(first, BigEndianBytes.i64(s, at + 8));
      case 0x18 ->
          new ServiceReply(first, BigEndianBytes.u8(s, at + 4), BigEndianBytes.u24(s, at + 8));
      default -> new Other(Mad.attribute(s, madAt));
    };
  }

  private static Request request(MemorySegment s, long at) {
    TransportService[] transports = {
      TransportService.RC, TransportService.UC, TransportService.RD, TransportService.XRC
    };
    int mtu = BigEndianBytes.u8(s, at + 50) >> 4;
    return new Request(
        BigEndianBytes.i32(s, at),
        BigEndianBytes.i64(s, at + 8),
        BigEndianBytes.u24(s, at + 32),
        transports[BigEndianBytes.u8(s, at + 43) >> 1 & 3],
        BigEndianBytes.u24(s, at + 44),
        BigEndianBytes.u16(s, at + 48),
        mtu >= 1 && mtu <= 5 ? 128 << mtu : 0,
        BigEndianBytes.u8(s, at + 47) & 7,
        BigEndianBytes.u8(s, at + 50) & 7,
        BigEndianBytes.u8(s, at + 95) >> 3);
  }

  /** As the specification abbreviates it: {@code REQ}. */
  default String name() {
    return switch (this) {
      case Request _ -> "REQ";
      case Reply _ -> "REP";
      case ReadyToUse _ -> "RTU";
      case Reject _ -> "REJ";
      case Wait _ -> "MRA";
      case DisconnectRequest _ -> "DREQ";
      case DisconnectReply _ -> "DREP";
      case ServiceRequest _ -> "SIDR_REQ";
      case ServiceReply _ -> "SIDR_REP";
      case Other other -> String.format(Locale.ROOT, "attribute 0x%02x", other.attribute());
    };
  }
}
