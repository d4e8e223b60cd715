package dev.headroom.sim.host;

import dev.headroom.model.pcie.PciePath;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Packet;
import dev.headroom.sim.fabric.PacketQueue;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.nic.NicTimes;
import dev.headroom.sim.nic.Translations;
import java.util.Arrays;

/**
 * The receiving side of a host that is not ideal: what comes is written to memory over PCIe in the
 * order in which it came, and counts as received when it is there.
 *
 * <pre>
 *   written  = max(written before, now) + writing the payload, or a completion
 *   received = written + NIC latency + write latency [+ copying]
 * </pre>
 *
 * Until it is written it takes up the receive buffer of the port.
 */
final class Inbound implements Drain {
  /** A completion, {@code struct mlx5_cqe64}. */
  private static final int COMPLETION_BYTES = 64;

  private final Host host;
  private final PciePath path;
  private final Stall stall;
  private final Copies copies;
  private final Translations translations;
  private final long latencyPs;
  private final long completionPs;
  private final double drainPsPerByte;

  /** What has come and is not received, in that order. */
  private final PacketQueue waiting = new PacketQueue();

  /** When each of these is received, and its bytes: rings of a power of two. */
  private long[] duePs = new long[64];

  private int[] bytes = new int[64];
  private int oldest;

  /** How many of these have been written, from the oldest on, and what the others hold. */
  private int written;

  private long backlogBytes;
  private long writtenPs;
  private long wakeAtPs = EventQueue.NEVER;

  /**
   * @param drainBps what the host takes out of its buffer at most, whatever PCIe could do
   */
  Inbound(
      Host host,
      PciePath path,
      NicTimes times,
      Stall stall,
      Copies copies,
      Translations translations,
      long drainBps) {
    this.host = host;
    this.path = path;
    this.stall = stall;
    this.copies = copies;
    this.translations = translations;
    latencyPs = times.latencyPs() + path.writeLatencyPs() + copies.latencyPs();
    completionPs = path.writePs(COMPLETION_BYTES) / times.moderation();
    drainPsPerByte = 8e12 / drainBps;
  }

  int held() {
    return waiting.size();
  }

  /** Requests of reads take up the way of writes for so long. */
  void makeWay(long requestPs, long nowPs) {
    writtenPs = Math.max(writtenPs, nowPs) + requestPs;
  }

  @Override
  public void accept(Packet packet, long nowPs) {
    int size = waiting.size();
    if (size == duePs.length) {
      grow(size);
    }
    boolean carries = packet.type == Packet.DATA && packet.payload > 0;
    long takesPs = carries ? path.writePs(packet.payload) : completionPs;
    if (carries) {
      takesPs += translations.heldUpPs(packet.route.queuePair(), packet.psn, packet.payload);
    }
    takesPs = Math.max(takesPs, (long) (packet.bytes * drainPsPerByte));
    writtenPs = stall.past(Math.max(writtenPs, nowPs)) + takesPs;
    if (carries && copies.shareUplink()) {
      host.copies(path.readPs(packet.payload), nowPs);
    }
    int at = oldest + size & duePs.length - 1;
    duePs[at] = writtenPs + latencyPs;
    bytes[at] = packet.bytes;
    backlogBytes += packet.bytes;
    waiting.add(packet);
    if (size == 0) {
      wakeAt(duePs[at]);
    }
  }

  private void wakeAt(long atPs) {
    wakeAtPs = atPs;
    host.home.events.schedule(atPs, EventKind.DRAIN, host.index);
  }

  /** Receives what is due. */
  void wake(long nowPs) {
    if (nowPs != wakeAtPs) {
      return;
    }
    wakeAtPs = EventQueue.NEVER;
    backlogBytes(nowPs);
    while (waiting.size() > 0 && duePs[oldest] <= nowPs) {
      Packet packet = waiting.poll();
      oldest = oldest + 1 & duePs.length - 1;
      written--;
      if (packet != null) {
        host.end().receive(packet, nowPs);
      }
    }
    if (waiting.size() > 0) {
      wakeAt(duePs[oldest]);
    }
  }

  @Override
  public long backlogBytes(long nowPs) {
    while (written < waiting.size()) {
      int at = oldest + written & duePs.length - 1;
      if (duePs[at] - latencyPs > nowPs) {
        break;
      }
      backlogBytes -= bytes[at];
      written++;
    }
    return backlogBytes;
  }

  @Override
  public long fallsToPs(long most) {
    long left = 0;
    for (int behind = waiting.size() - 1; behind >= written; behind--) {
      int at = oldest + behind & duePs.length - 1;
      left += bytes[at];
      if (left > most) {
        return duePs[at] - latencyPs;
      }
    }
    return 0;
  }

  private void grow(int size) {
    long[] due = Arrays.copyOf(duePs, 2 * size);
    int[] of = Arrays.copyOf(bytes, 2 * size);
    for (int i = 0; i < size; i++) {
      due[i] = duePs[oldest + i & size - 1];
      of[i] = bytes[oldest + i & size - 1];
    }
    duePs = due;
    bytes = of;
    oldest = 0;
  }
}
