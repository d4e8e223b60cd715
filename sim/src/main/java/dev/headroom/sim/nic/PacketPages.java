package dev.headroom.sim.nic;

import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.unit.Size;

/**
 * Pages of memory that packets touch. Each queue pair goes through a buffer of its own from end to
 * end, again and again:
 *
 * <pre>
 *   page of a packet = (its number * MTU mod buffer) / page size
 * </pre>
 */
record PacketPages(long pageBytes, long bufferBytes, long mtu) {
  /** Of so many bytes each, and otherwise as a scenario says for a host. */
  static PacketPages of(Settings own, Size page) {
    long mtu = own.get(TransportKnobs.MTU);
    Size buffer = own.find(PcieKnobs.BUFFER).orElse(own.get(TransportKnobs.MESSAGE_SIZE));
    return new PacketPages(page.bytes(), Math.max(buffer.bytes(), mtu), mtu);
  }

  /** The first page of a packet, within its queue pair's buffer. */
  long first(int psn) {
    return offset(psn) / pageBytes;
  }

  /** The last one. */
  long last(int psn, int payload) {
    return (offset(psn) + Math.max(payload, 1) - 1) / pageBytes;
  }

  private long offset(int psn) {
    return Integer.toUnsignedLong(psn) * mtu % bufferBytes;
  }

  /** A page among those of all queue pairs. */
  static long key(int queuePair, long page) {
    return (long) queuePair << 32 | page;
  }
}
