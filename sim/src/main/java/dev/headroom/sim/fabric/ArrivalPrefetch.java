package dev.headroom.sim.fabric;

import dev.headroom.sim.kernel.DeviceEventQueue;
import dev.headroom.sim.packet.Packet;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Prefetch of the arrivals at a device in the window that is about to begin: all packets on the
 * links towards it that arrive before the end.
 *
 * <p>Each packet names the one behind it, so those of a wire have to be read one after the other;
 * but those of all wires are read side by side, and the first of each queue too, whose packets
 * leave in the window. So memory is waited for once for many of them, and not for each when its
 * event comes. In a large fabric nothing is still in the cache from the window before.
 */
final class ArrivalPrefetch {
  /** So many packets of each queue: about what a busy link sends in a window. */
  private static final int DEPTH = 4;

  // Each wire with the packet that is next on it, what comes behind that, and when.
  private Port[] wires = {};
  private @Nullable Packet[] coming = {};
  private @Nullable Packet[] behind = {};
  private long[] behindPs = {};
  private int comingWires;

  // What is next in each queue, and after that.
  private @Nullable Packet[] queued = {};
  private @Nullable Packet[] after = {};
  private int queues;

  /** Keeps what was read only to be near. */
  @SuppressWarnings("UnusedVariable")
  private long warmth;

  /** A packet comes through a port at a time. */
  void comes(Port port, long atPs) {
    Packet packet = port.prefetchedArrival(atPs);
    if (packet == null) {
      return;
    }
    int i = comingWires++;
    if (i == wires.length) {
      wires = Arrays.copyOf(wires, 2 * i + 8);
      coming = Arrays.copyOf(coming, wires.length);
      behind = new Packet[wires.length];
      behindPs = new long[wires.length];
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
      after = new Packet[queued.length];
    }
    queued[i] = packet;
  }

  /** Puts all that follows before a time on the agenda. */
  void follow(DeviceEventQueue deviceEventQueue, long endPs) {
    long read = 0;
    for (int depth = 0; comingWires > 0 || queues > 0; depth++) {
      read += readComing() + readQueued();
      foresee(deviceEventQueue, endPs);
      stepQueues(depth + 1 < DEPTH);
    }
    warmth = read;
  }

  // To read decides nothing: a branch that was foretold wrong waits for one packet, and all that
  // would be read after it waits too.

  private long readComing() {
    long read = 0;
    for (int i = 0; i < comingWires; i++) {
      Packet packet = Objects.requireNonNull(coming[i]);
      behind[i] = packet.next;
      behindPs[i] = packet.followerPs;
      read += packet.flags; // the other end of it
    }
    return read;
  }

  private long readQueued() {
    long read = 0;
    for (int i = 0; i < queues; i++) {
      Packet packet = Objects.requireNonNull(queued[i]);
      after[i] = packet.next;
      read += packet.tailPs + packet.flags;
    }
    return read;
  }

  private void foresee(DeviceEventQueue deviceEventQueue, long endPs) {
    int stay = 0;
    for (int i = 0; i < comingWires; i++) {
      Packet packet = behind[i];
      long atPs = behindPs[i];
      if (packet != null && atPs < endPs) {
        deviceEventQueue.addArrival(atPs, EventKind.ARRIVAL, wires[i].id);
        coming[stay] = packet;
        wires[stay++] = wires[i];
      }
    }
    comingWires = stay;
  }

  private void stepQueues(boolean further) {
    int stay = 0;
    for (int i = 0; further && i < queues; i++) {
      Packet packet = after[i];
      if (packet != null) {
        queued[stay++] = packet;
      }
    }
    queues = stay;
  }
}
