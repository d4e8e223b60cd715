package dev.headroom.sim.fabric;

import dev.headroom.sim.kernel.Agenda;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What will come to a device in the window that is about to begin: all that is on the wires towards
 * it and arrives before the end.
 *
 * <p>Each packet names the one behind it, so those of a wire have to be read one after the other;
 * but those of all wires are read side by side, and the first of each queue too, whose packets
 * leave in the window. So memory is waited for once for many of them, and not for each when its
 * event comes. In a large fabric nothing is still in the cache from the window before.
 */
final class Foresight {
  /** So many packets of each queue: about what a busy link sends in a window. */
  private static final int DEPTH = 4;

  // Each wire with the packet that is next on it.
  private Port[] wires = {};
  private @Nullable Packet[] coming = {};
  private int comingWires;

  private @Nullable Packet[] queued = {};
  private int queues;

  /** Keeps what was read only to be near. */
  @SuppressWarnings("UnusedVariable")
  private long warmth;

  /** A packet comes through a port at a time. */
  void comes(Port port, long atPs) {
    Packet packet = port.foreseen(atPs);
    if (packet == null) {
      return;
    }
    int i = comingWires++;
    if (i == wires.length) {
      wires = Arrays.copyOf(wires, 2 * i + 8);
      coming = Arrays.copyOf(coming, 2 * i + 8);
    }
    wires[i] = port;
    coming[i] = packet;
  }

  /** A port will look for what is to leave there. */
  void leaves(Port port) {
    Packet packet = port.firstQueued();
    if (packet == null) {
      return;
    }
    int i = queues++;
    if (i == queued.length) {
      queued = Arrays.copyOf(queued, 2 * i + 8);
    }
    queued[i] = packet;
  }

  /** Puts all that follows before a time on the agenda. */
  void follow(Agenda agenda, long endPs) {
    long read = 0;
    int left = comingWires;
    while (left > 0) {
      int stay = 0;
      for (int i = 0; i < left; i++) {
        Packet packet = coming[i];
        if (packet == null) {
          continue;
        }
        Packet behind = packet.next;
        long atPs = packet.followerPs;
        read += packet.flags; // the other end of it
        if (behind != null && atPs < endPs) {
          agenda.foresee(atPs, EventKind.ARRIVAL, wires[i].id);
          coming[stay] = behind;
          wires[stay++] = wires[i];
        }
      }
      left = stay;
    }
    comingWires = 0;
    warmth = read + warm();
  }

  private long warm() {
    long read = 0;
    int left = queues;
    for (int depth = 0; depth < DEPTH && left > 0; depth++) {
      int stay = 0;
      for (int i = 0; i < left; i++) {
        Packet packet = queued[i];
        if (packet != null) {
          read += packet.tailPs + packet.flags;
          queued[stay++] = packet.next;
        }
      }
      left = stay;
    }
    queues = 0;
    return read;
  }
}
