package dev.headroom.wire.soft.link;

import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.packet.BigEndianBytes;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Headers for recvmmsg and sendmmsg of many datagrams at once: for each a header, the address of
 * its bytes, a name (an address) and a control message.
 */
final class MmsgHeaders {
  static final int SLOTS = 64;

  /** The longest name, struct sockaddr_in6, and struct sockaddr_ll. */
  static final int NAME_BYTES = 32;

  // struct msghdr in a struct mmsghdr, 64 bits: name, its length, iovec, how many, control, its
  // length, flags; then the bytes that were moved.
  static final int HEADER = 64;
  private static final int NAME = 0;
  private static final int NAME_LENGTH = 8;
  private static final int VECTOR = 16;
  private static final int VECTORS = 24;
  private static final int CONTROL = 32;
  private static final int CONTROL_LENGTH = 40;
  private static final int MOVED = 56;

  // struct iovec; struct cmsghdr with an int.
  private static final int VECTOR_BYTES = 16;
  private static final int CONTROL_BYTES = 64;
  private static final int CMSG_HEADER = 16;
  private static final int CMSG_INT = 24;

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;

  final MemorySegment headers;
  final MemorySegment names;
  private final MemorySegment vectors;
  private final MemorySegment control;

  MmsgHeaders(Arena arena) {
    headers = arena.allocate((long) SLOTS * HEADER, 64);
    names = arena.allocate((long) SLOTS * NAME_BYTES, 64);
    vectors = arena.allocate((long) SLOTS * VECTOR_BYTES, 64);
    control = arena.allocate((long) SLOTS * CONTROL_BYTES, 64);
  }

  /** Says where the bytes of a slot are. */
  void lay(int slot, long base) {
    long at = (long) slot * HEADER;
    headers.set(LONG, at + NAME, names.address() + (long) slot * NAME_BYTES);
    headers.set(LONG, at + VECTOR, vectors.address() + (long) slot * VECTOR_BYTES);
    headers.set(LONG, at + VECTORS, 1);
    headers.set(LONG, at + CONTROL, control.address() + (long) slot * CONTROL_BYTES);
    vectors.set(LONG, (long) slot * VECTOR_BYTES, base);
  }

  void length(int slot, long bytes) {
    vectors.set(LONG, (long) slot * VECTOR_BYTES + 8, bytes);
  }

  /** Makes room for names and control messages of what comes. */
  void expect() {
    for (int i = 0; i < SLOTS; i++) {
      name(i, NAME_BYTES);
      headers.set(LONG, (long) i * HEADER + CONTROL_LENGTH, CONTROL_BYTES);
    }
  }

  /** Bytes of a datagram that has come. */
  int moved(int slot) {
    return headers.get(INT, (long) slot * HEADER + MOVED);
  }

  private void name(int slot, int bytes) {
    headers.set(INT, (long) slot * HEADER + NAME_LENGTH, bytes);
  }

  /** Says to whom one goes: struct sockaddr_in, or sockaddr_in6 with its scope. */
  void to(int slot, boolean four, long high, long low, int port, int scope) {
    long at = (long) slot * NAME_BYTES;
    names.set(
        ValueLayout.JAVA_SHORT, at, (short) (four ? LinuxSockets.AF_INET : LinuxSockets.AF_INET6));
    BigEndianBytes.put16(names, at + 2, port);
    if (four) {
      BigEndianBytes.put32(names, at + 4, (int) low);
    } else {
      BigEndianBytes.put64(names, at + 8, high);
      BigEndianBytes.put64(names, at + 16, low);
      names.set(INT, at + 24, scope);
    }
    name(slot, nameBytes(four));
  }

  static int nameBytes(boolean four) {
    return four ? 16 : 28;
  }

  /** It is marked as the socket marks everything. */
  void unmarked(int slot) {
    headers.set(LONG, (long) slot * HEADER + CONTROL_LENGTH, 0);
  }

  /** It has its own DSCP and ECN. */
  void marked(int slot, boolean four, int marks) {
    long at = (long) slot * CONTROL_BYTES;
    control.set(LONG, at, CMSG_HEADER + Integer.BYTES);
    control.set(INT, at + 8, four ? LinuxSockets.IPPROTO_IP : LinuxSockets.IPPROTO_IPV6);
    control.set(INT, at + 12, four ? LinuxSockets.IP_TOS : LinuxSockets.IPV6_TCLASS);
    control.set(INT, at + CMSG_HEADER, marks);
    headers.set(LONG, (long) slot * HEADER + CONTROL_LENGTH, CMSG_INT);
  }

  /** DSCP and ECN of what has come, out of the control message; 0 if there is none. */
  int marks(int slot) {
    long at = (long) slot * CONTROL_BYTES;
    if (headers.get(LONG, (long) slot * HEADER + CONTROL_LENGTH) < CMSG_HEADER + 1) {
      return 0;
    }
    int level = control.get(INT, at + 8);
    int type = control.get(INT, at + 12);
    if (level == LinuxSockets.IPPROTO_IP && type == LinuxSockets.IP_TOS) {
      return control.get(ValueLayout.JAVA_BYTE, at + CMSG_HEADER) & 0xff;
    }
    if (level == LinuxSockets.IPPROTO_IPV6 && type == LinuxSockets.IPV6_TCLASS) {
      return control.get(INT, at + CMSG_HEADER) & 0xff;
    }
    return 0;
  }
}
