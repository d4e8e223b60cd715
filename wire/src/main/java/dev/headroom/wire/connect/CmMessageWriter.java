package dev.headroom.wire.connect;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.packet.CmMessage;
import dev.headroom.wire.packet.Mad;
import dev.headroom.wire.verbs.ManagementPort;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/**
 * Writer of the connection manager's messages (IBA 12.6), and reader of the fields of a request
 * that {@link CmMessage} leaves out. RDMA over IP puts its ports and addresses before the private
 * data of a request (IBA annex A11).
 */
final class CmMessageWriter {
  static final int REQUEST = 0x10;
  static final int WAIT = 0x11;
  static final int REJECT = 0x12;
  static final int REPLY = 0x13;
  static final int READY = 0x14;
  static final int DISCONNECT = 0x15;
  static final int DISCONNECTED = 0x16;

  /** Refused since there is no room. */
  static final int NO_RESOURCES = 3;

  /** Refused since nobody listens. */
  static final int NO_SERVICE = 8;

  /** Refused by the program. */
  static final int CONSUMER = 28;

  /** Refused since its transport is not that of reliable connections. */
  static final int NO_TRANSPORT = 9;

  /** Refused since the address it names is not that from which it comes. */
  static final int BAD_GID = 12;

  /** Refused since its path MTU is none. */
  static final int BAD_MTU = 26;

  /** IP ports of TCP as service ids (annex A11.3.2). */
  private static final long TCP_SERVICES = 0x01060000L;

  /** A response is due within 4.096 us x 2^this. */
  private static final int RESPONSE_TIMEOUT = 20;

  private static final int DATA = Mad.DATA_AT;
  private static final int LOCAL_GID_AT = DATA + 56;
  private static final int REQUEST_PRIVATE_AT = DATA + 140;
  private static final int IP_HEADER = 36;
  private static final int LID_OF_ROCE = 0xffff;

  private CmMessageWriter() {}

  /** The service id of a port. */
  static long service(int port) {
    return TCP_SERVICES | port;
  }

  /** What one side says of the queue pair that it offers. */
  record Offer(
      int queuePair,
      int startingPsn,
      int readsServed,
      int readsAsked,
      int mtuBytes,
      int retries,
      int rnrRetries,
      int ackTimeout) {}

  static byte[] request(
      long transaction,
      int localId,
      long guid,
      int port,
      Offer offer,
      InetAddress from,
      InetAddress to) {
    byte[] mad = mad(transaction, REQUEST);
    MemorySegment s = MemorySegment.ofArray(mad);
    BigEndianBytes.put32(s, DATA, localId);
    BigEndianBytes.put64(s, DATA + 8, service(port));
    BigEndianBytes.put64(s, DATA + 16, guid);
    BigEndianBytes.put24(s, DATA + 32, offer.queuePair());
    BigEndianBytes.put8(s, DATA + 35, offer.readsServed());
    BigEndianBytes.put8(s, DATA + 39, offer.readsAsked());
    BigEndianBytes.put8(s, DATA + 43, RESPONSE_TIMEOUT << 3); // and transport 0: RC
    BigEndianBytes.put24(s, DATA + 44, offer.startingPsn());
    BigEndianBytes.put8(s, DATA + 47, RESPONSE_TIMEOUT << 3 | offer.retries());
    BigEndianBytes.put16(s, DATA + 48, 0xffff);
    int mtuCode = Integer.numberOfTrailingZeros(offer.mtuBytes()) - 7;
    BigEndianBytes.put8(s, DATA + 50, mtuCode << 4 | offer.rnrRetries());
    BigEndianBytes.put8(s, DATA + 51, ConnectionManager.TRIES << 4);
    BigEndianBytes.put16(s, DATA + 52, LID_OF_ROCE);
    BigEndianBytes.put16(s, DATA + 54, LID_OF_ROCE);
    put(mad, LOCAL_GID_AT, RoceGid.of(from));
    put(mad, LOCAL_GID_AT + RoceGid.BYTES, RoceGid.of(to));
    BigEndianBytes.put8(s, DATA + 93, 64); // hop limit
    BigEndianBytes.put8(s, DATA + 95, offer.ackTimeout() << 3);
    boolean four = from instanceof Inet4Address;
    BigEndianBytes.put8(s, REQUEST_PRIVATE_AT + 1, (four ? 4 : 6) << 4); // IP version
    BigEndianBytes.put16(
        s, REQUEST_PRIVATE_AT + 2, 0xc000 | (localId & 0x3fff)); // a port, for the form
    put(mad, REQUEST_PRIVATE_AT + (four ? 16 : 4), from.getAddress());
    put(mad, REQUEST_PRIVATE_AT + (four ? 32 : 20), to.getAddress());
    return mad;
  }

  static byte[] reply(long transaction, int localId, int remoteId, long guid, Offer offer) {
    byte[] mad = mad(transaction, REPLY);
    MemorySegment s = MemorySegment.ofArray(mad);
    BigEndianBytes.put32(s, DATA, localId);
    BigEndianBytes.put32(s, DATA + 4, remoteId);
    BigEndianBytes.put24(s, DATA + 12, offer.queuePair());
    BigEndianBytes.put24(s, DATA + 20, offer.startingPsn());
    BigEndianBytes.put8(s, DATA + 24, offer.readsServed());
    BigEndianBytes.put8(s, DATA + 25, offer.readsAsked());
    BigEndianBytes.put8(s, DATA + 27, offer.rnrRetries() << 5);
    BigEndianBytes.put64(s, DATA + 28, guid);
    return mad;
  }

  /** A message that has two ids and no more. */
  static byte[] ids(long transaction, int attribute, int localId, int remoteId) {
    byte[] mad = mad(transaction, attribute);
    MemorySegment s = MemorySegment.ofArray(mad);
    BigEndianBytes.put32(s, DATA, localId);
    BigEndianBytes.put32(s, DATA + 4, remoteId);
    return mad;
  }

  static byte[] reject(long transaction, int localId, int remoteId, int reason) {
    byte[] mad = ids(transaction, REJECT, localId, remoteId);
    BigEndianBytes.put16(MemorySegment.ofArray(mad), DATA + 10, reason);
    return mad;
  }

  /** The request has come and the answer will take longer, up to the response timeout. */
  static byte[] wait(long transaction, int localId, int remoteId) {
    byte[] mad = ids(transaction, WAIT, localId, remoteId);
    BigEndianBytes.put8(MemorySegment.ofArray(mad), DATA + 9, RESPONSE_TIMEOUT << 3);
    return mad;
  }

  static byte[] disconnect(long transaction, int localId, int remoteId, int remoteQp) {
    byte[] mad = ids(transaction, DISCONNECT, localId, remoteId);
    BigEndianBytes.put24(MemorySegment.ofArray(mad), DATA + 8, remoteQp);
    return mad;
  }

  private static byte[] mad(long transaction, int attribute) {
    byte[] mad = new byte[ManagementPort.MAD_BYTES];
    MemorySegment s = MemorySegment.ofArray(mad);
    BigEndianBytes.put8(s, 0, 1);
    BigEndianBytes.put8(s, 1, Mad.COMMUNICATION_MANAGEMENT);
    BigEndianBytes.put8(s, 2, 2);
    BigEndianBytes.put8(s, 3, Mad.SEND);
    BigEndianBytes.put64(s, 8, transaction);
    BigEndianBytes.put16(s, 16, attribute);
    return mad;
  }

  private static void put(byte[] to, int at, byte[] what) {
    System.arraycopy(what, 0, to, at, what.length);
  }

  /** Whether a datagram is a message of the connection manager. */
  static boolean isOne(MemorySegment s) {
    return BigEndianBytes.u8(s, 0) == 1
        && Mad.managementClass(s, 0) == Mad.COMMUNICATION_MANAGEMENT
        && BigEndianBytes.u8(s, 2) == 2
        && Mad.method(s, 0) == Mad.SEND;
  }

  /** READs and atomics that a requester or replier serves at once. */
  static int readsServed(MemorySegment s) {
    return BigEndianBytes.u8(s, Mad.attribute(s, 0) == REQUEST ? DATA + 35 : DATA + 24);
  }

  /** READs and atomics that it wants to ask for at once. */
  static int readsAsked(MemorySegment s) {
    return BigEndianBytes.u8(s, Mad.attribute(s, 0) == REQUEST ? DATA + 39 : DATA + 25);
  }

  /** The address that a request names as its own. */
  static InetAddress requester(MemorySegment s) {
    return RoceGid.address(s.asSlice(LOCAL_GID_AT, RoceGid.BYTES).toArray(ValueLayout.JAVA_BYTE));
  }

  /** What the program of a requester has added, without the header of RDMA over IP. */
  static byte[] privateData(MemorySegment s) {
    int at = REQUEST_PRIVATE_AT + IP_HEADER;
    return s.asSlice(at, ManagementPort.MAD_BYTES - at).toArray(ValueLayout.JAVA_BYTE);
  }

  /** For those who read captures: what {@code guid} says of this program. */
  static long guid() {
    byte[] name = "headroom".getBytes(StandardCharsets.US_ASCII);
    return BigEndianBytes.i64(MemorySegment.ofArray(name), 0);
  }
}
