package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.headroom.wire.connect.RoceGid;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/** Address handles of the device for the destinations of datagrams (ibv_create_ah(3)). */
final class AddressHandles {
  private static final int HOP_LIMIT = 64;
  private static final int MOST = 1024;

  private final NativeProtectionDomain domain;
  private final Map<InetAddress, MemorySegment> known = new HashMap<>();

  AddressHandles(NativeProtectionDomain domain) {
    this.domain = domain;
  }

  /** Says where a peer is (struct ibv_ah_attr). */
  static void describe(MemorySegment into, RdmaAddress from, InetAddress to, int trafficClass) {
    byte[] gid = RoceGid.of(to);
    MemorySegment.copy(gid, 0, into, JAVA_BYTE, VerbsLayout.Handle.GID, gid.length);
    into.set(JAVA_BYTE, VerbsLayout.Handle.GID_INDEX, (byte) from.gidIndex());
    into.set(JAVA_BYTE, VerbsLayout.Handle.HOP_LIMIT, (byte) HOP_LIMIT);
    into.set(JAVA_BYTE, VerbsLayout.Handle.TRAFFIC_CLASS, (byte) trafficClass);
    into.set(JAVA_BYTE, VerbsLayout.Handle.IS_GLOBAL, (byte) 1);
    into.set(JAVA_BYTE, VerbsLayout.Handle.PORT, (byte) from.port());
  }

  /** The way to somebody. */
  MemorySegment to(InetAddress somebody, int trafficClass) {
    MemorySegment before = known.get(somebody);
    if (before != null) {
      return before;
    }
    if (known.size() >= MOST) {
      forget();
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment how = arena.allocate(VerbsLayout.Handle.SIZE, VerbsLayout.POINTER);
      describe(how, domain.device.place, somebody, trafficClass);
      String what = "resolving the path to " + somebody.getHostAddress();
      MemorySegment made = domain.device.library.make("ibv_create_ah", domain.handle, how, what);
      known.put(somebody, made);
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void forget() {
    for (MemorySegment each : known.values()) {
      int _ = domain.device.library.end("ibv_destroy_ah", each);
    }
    known.clear();
  }
}
