package dev.headroom.sim.host;

import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.PacketQueue;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Payload that a NIC has read, or is reading, ahead of its link in one class, in the order in which
 * it leaves.
 */
final class ReadAhead {
  private final PacketQueue packets = new PacketQueue();

  /** When each of these is there: a ring of a power of two. */
  private long[] readyPs = new long[64];

  private int oldest;
  private long bytes;

  int size() {
    return packets.size();
  }

  /** Bytes of frames. */
  long bytes() {
    return bytes;
  }

  /** When the next packet may leave; {@link EventQueue#NEVER}: there is none. */
  long nextPs() {
    return packets.size() == 0 ? EventQueue.NEVER : readyPs[oldest];
  }

  /** Puts one behind the others, which is there no earlier than they are. */
  void add(Packet packet, long atPs) {
    int waiting = packets.size();
    if (waiting == readyPs.length) {
      long[] larger = Arrays.copyOf(readyPs, 2 * waiting);
      for (int i = 0; i < waiting; i++) {
        larger[i] = readyPs[oldest + i & waiting - 1];
      }
      readyPs = larger;
      oldest = 0;
    }
    readyPs[oldest + waiting & readyPs.length - 1] = atPs;
    packets.add(packet);
    bytes += packet.bytes;
  }

  /** Takes out the first. */
  @Nullable Packet poll() {
    Packet packet = packets.poll();
    oldest = oldest + 1 & readyPs.length - 1;
    if (packet != null) {
      bytes -= packet.bytes;
    }
    return packet;
  }
}
