package dev.headroom.sim.fabric;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/**
 * What one partition sends to another during a window, as primitives: packets are copied out of the
 * sender's pool here and into the receiver's there, so that one-way traffic drains no pool. Written
 * by one thread in one window and read by another in the next.
 */
final class Outbox {
  private static final int PACKET_WORDS = 9;
  private static final int PAUSE_WORDS = 4;
  private static final int TRIGGER_WORDS = 2;

  private static final int PACKET = 0;
  private static final int PAUSE = 1;
  private static final int TRIGGER = 2;

  private long[] words = new long[64];
  private int size;
  private long earliestPs = Long.MAX_VALUE;

  /** Earliest time at which anything in here happens. */
  long earliestPs() {
    return earliestPs;
  }

  void addPacket(Packet p, Port to, long arrivalPs) {
    int i = reserve(PACKET_WORDS, arrivalPs);
    long[] w = words;
    w[i] = ((long) to.id << 8) | PACKET;
    w[i + 1] = p.headPs;
    w[i + 2] = p.tailPs;
    w[i + 3] = pack(p.bytes, p.payload);
    w[i + 4] = pack(p.source, p.destination);
    w[i + 5] = pack(p.group, p.entropy);
    w[i + 6] = pack(p.ports, p.queuePair);
    w[i + 7] = pack(p.flow, p.psn);
    w[i + 8] = ((long) p.type << 16) | ((long) p.priority << 8) | (p.flags & 0xffL);
  }

  void addPause(long effectPs, int priority, long quanta, Port to) {
    int i = reserve(PAUSE_WORDS, effectPs);
    words[i] = ((long) to.id << 8) | PAUSE;
    words[i + 1] = effectPs;
    words[i + 2] = priority;
    words[i + 3] = quanta;
  }

  void addTrigger(long atPs, int flow) {
    int i = reserve(TRIGGER_WORDS, atPs);
    words[i] = ((long) flow << 8) | TRIGGER;
    words[i + 1] = atPs;
  }

  /** Hands everything to the partition that it is for and is empty after. */
  void drainTo(Partition to) {
    long[] w = words;
    int i = 0;
    while (i < size) {
      int subject = (int) (w[i] >>> 8);
      switch ((int) w[i] & 0xff) {
        case PACKET -> {
          Packet p = to.pool.take();
          read(i, p);
          to.port(subject).enterLate(p);
          i += PACKET_WORDS;
        }
        case PAUSE -> {
          to.port(subject).enterPauseLate(w[i + 1], (int) w[i + 2], w[i + 3]);
          i += PAUSE_WORDS;
        }
        default -> {
          to.events.schedule(w[i + 1], EventKind.TRIGGER, subject);
          i += TRIGGER_WORDS;
        }
      }
    }
    size = 0;
    earliestPs = Long.MAX_VALUE;
  }

  private void read(int i, Packet p) {
    long[] w = words;
    p.headPs = w[i + 1];
    p.tailPs = w[i + 2];
    p.bytes = high(w[i + 3]);
    p.payload = (int) w[i + 3];
    p.source = high(w[i + 4]);
    p.destination = (int) w[i + 4];
    p.group = high(w[i + 5]);
    p.entropy = (int) w[i + 5];
    p.ports = high(w[i + 6]);
    p.queuePair = (int) w[i + 6];
    p.flow = high(w[i + 7]);
    p.psn = (int) w[i + 7];
    p.type = (byte) (w[i + 8] >>> 16);
    p.priority = (byte) (w[i + 8] >>> 8);
    p.flags = (byte) w[i + 8];
  }

  /** Shows copies of the packets in here, with the port that each is for; for the books. */
  void forEachPacket(ObjIntConsumer<Packet> visitor) {
    for (int i = 0; i < size; ) {
      switch ((int) words[i] & 0xff) {
        case PACKET -> {
          Packet copy = new Packet();
          read(i, copy);
          visitor.accept(copy, (int) (words[i] >>> 8));
          i += PACKET_WORDS;
        }
        case PAUSE -> i += PAUSE_WORDS;
        default -> i += TRIGGER_WORDS;
      }
    }
  }

  /** Whether an XON, or else an XOFF, for a class of a port is in here; for the books. */
  boolean holdsPause(Port to, int priority, boolean xon) {
    for (int i = 0; i < size; ) {
      switch ((int) words[i] & 0xff) {
        case PACKET -> i += PACKET_WORDS;
        case PAUSE -> {
          if (words[i] >>> 8 == to.id && words[i + 2] == priority && words[i + 3] < 0 == xon) {
            return true;
          }
          i += PAUSE_WORDS;
        }
        default -> i += TRIGGER_WORDS;
      }
    }
    return false;
  }

  private int reserve(int count, long atPs) {
    if (size + count > words.length) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
    int at = size;
    size += count;
    earliestPs = Math.min(earliestPs, atPs);
    return at;
  }

  private static long pack(int high, int low) {
    return ((long) high << 32) | (low & 0xffffffffL);
  }

  private static int high(long word) {
    return (int) (word >>> 32);
  }
}
