package dev.headroom.sim.fabric;

import dev.headroom.sim.packet.Packet;
import java.util.Arrays;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Messages from one partition to another during a window: packets, which change owner, and pauses
 * and triggers as primitives. Written by one thread in one window and read by another in the next.
 */
public final class Outbox {
  private static final int PAUSE_WORDS = 4;
  private static final int TRIGGER_WORDS = 2;

  private @Nullable Packet[] packets = new Packet[16];
  private @Nullable Port[] port = new Port[16];
  private int packetCount;

  /** Pauses and triggers; a word with the port id, or the flow complemented, comes first. */
  private long[] words = new long[16];

  private int size;

  /** The device that each trigger is for. */
  private @Nullable NetworkDevice[] listeners = new NetworkDevice[4];

  private int listenerCount;

  boolean isEmpty() {
    return packetCount == 0 && size == 0;
  }

  /**
   * Keeps a packet.
   *
   * @param headPs when its first bit comes there
   * @param nowPs when it was sent
   */
  void addPacket(Packet packet, Port to, long headPs, long nowPs) {
    int i = packetCount++;
    if (i == packets.length) {
      packets = Arrays.copyOf(packets, 2 * i);
      port = Arrays.copyOf(port, 2 * i);
    }
    packets[i] = packet;
    packet.followerPs = headPs;
    packet.followerTicket = nowPs;
    port[i] = to;
  }

  void addPause(long effectPs, int priority, long quanta, Port to) {
    int i = reserve(PAUSE_WORDS);
    words[i] = to.id;
    words[i + 1] = effectPs;
    words[i + 2] = priority;
    words[i + 3] = quanta;
  }

  void addTrigger(long atPs, int flow, NetworkDevice to) {
    if (listenerCount == listeners.length) {
      listeners = Arrays.copyOf(listeners, 2 * listenerCount);
    }
    listeners[listenerCount++] = to;
    int i = reserve(TRIGGER_WORDS);
    words[i] = ~(long) flow;
    words[i + 1] = atPs;
  }

  /** Hands everything to the partition that it is for and is empty after. */
  void drainTo(Partition to) {
    for (int i = 0; i < packetCount; i++) {
      Packet packet = packets[i];
      Port at = port[i];
      if (packet != null && at != null) {
        packets[i] = null;
        at.enterFromPartition(packet, packet.followerPs, packet.followerTicket);
      }
    }
    packetCount = 0;
    int i = 0;
    int listener = 0;
    while (i < size) {
      long subject = words[i];
      if (subject < 0) {
        NetworkDevice who = listeners[listener];
        listeners[listener++] = null;
        if (who != null) {
          who.events.schedule(words[i + 1], EventKind.TRIGGER, (int) ~subject);
        }
        i += TRIGGER_WORDS;
      } else {
        to.port((int) subject)
            .link
            .controlFromPartition(words[i + 1], (int) words[i + 2], words[i + 3]);
        i += PAUSE_WORDS;
      }
    }
    size = 0;
    listenerCount = 0;
  }

  /** Shows the packets in here, with the port that each is for; for the books. */
  public void forEachPacket(BiConsumer<Packet, Port> visitor) {
    for (int i = 0; i < packetCount; i++) {
      Packet packet = packets[i];
      Port at = port[i];
      if (packet != null && at != null) {
        visitor.accept(packet, at);
      }
    }
  }

  /** Whether an XON, or else an XOFF, for a class of a port is in here; for the books. */
  public boolean holdsPause(Port to, int priority, boolean xon) {
    int i = 0;
    while (i < size) {
      if (words[i] < 0) {
        i += TRIGGER_WORDS;
        continue;
      }
      if (words[i] == to.id && words[i + 2] == priority && words[i + 3] < 0 == xon) {
        return true;
      }
      i += PAUSE_WORDS;
    }
    return false;
  }

  private int reserve(int count) {
    if (size + count > words.length) {
      words = Arrays.copyOf(words, 2 * words.length);
    }
    int at = size;
    size += count;
    return at;
  }
}
