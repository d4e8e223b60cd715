package dev.headroom.sim.switching;

import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.Packet;
import org.jspecify.annotations.Nullable;

/**
 * Packet buffer of a switch: a reserve for each lossless ingress class, the headroom behind it, and
 * the rest, shared under a dynamic threshold (Choudhury and Hahne, 1998).
 *
 * <p>A packet of a lossless class is charged to the reserve, then to the shared pool as long as its
 * ingress stays under the threshold, else to the headroom; where that is full it is lost. XOFF is
 * sent as soon as headroom is in use or the {@link PfcXoffThreshold} is reached, XON when the
 * headroom is empty and the use lies an offset below the threshold. This is the accounting of the
 * shared-buffer model in Alibaba's HPCC simulator ({@code switch-mmu.cc}) with cells and a hard
 * total. A packet of a lossy class is charged to the shared pool if its egress queue is under its
 * own threshold.
 */
public final class SharedBuffer {
  private final long total;
  private final long shared;
  private final int cell;
  private final long reserved;
  private final double lossyAlpha;
  private final PfcXoffThreshold xoff;
  private long sharedUsed;

  /**
   * @param total bytes of the switch
   * @param committed bytes of it that are reserved or headroom, all ports together
   * @param reserved reserve of one lossless ingress class
   * @param cell bytes
   * @param xonOffset bytes below the threshold at which XON is sent
   * @param lossyAlpha dynamic threshold of lossy egress queues
   * @param fixedXoff what an ingress class holds beyond its reserve when XOFF is sent, or -1 for
   *     the dynamic threshold
   */
  public SharedBuffer(
      long total,
      long committed,
      long reserved,
      int cell,
      long xonOffset,
      double lossyAlpha,
      long fixedXoff) {
    this.total = total;
    this.shared = total - committed;
    this.reserved = reserved;
    this.cell = cell;
    this.lossyAlpha = lossyAlpha;
    xoff = new PfcXoffThreshold(fixedXoff, xonOffset);
  }

  /** Charges a packet; null if it is let in, else why not. */
  @Nullable DropCause admit(Packet packet, ClassQueue ingress, ClassQueue egress) {
    int cells = (packet.bytes + cell - 1) / cell;
    long charge = (long) cells * cell;
    packet.cells = (short) cells;
    packet.ingress = ingress;
    if (ingress.lossless) {
      return admitLossless(charge, ingress);
    }
    if (sharedUsed + charge > shared) {
      return DropCause.BUFFER_FULL;
    }
    if (egress.queuedBytes + packet.bytes > egress.port.settings.queueLimit()) {
      return DropCause.THRESHOLD;
    }
    if (egress.queuedBytes + charge > lossyAlpha * free()) {
      return DropCause.THRESHOLD;
    }
    sharedUsed += charge;
    ingress.occupiedBytes += charge;
    return null;
  }

  private @Nullable DropCause admitLossless(long charge, ClassQueue ingress) {
    long occupied = ingress.occupiedBytes + charge;
    if (occupied <= reserved) {
      ingress.occupiedBytes = occupied;
      return null;
    }
    long fromShared = Math.min(charge, occupied - reserved);
    if (occupied - reserved <= xoff.bytes(ingress, free()) && sharedUsed + fromShared <= shared) {
      ingress.occupiedBytes = occupied;
      sharedUsed += fromShared;
      return null;
    }
    if (ingress.headroomBytes + charge > ingress.headroomLimit()) {
      return DropCause.HEADROOM_FULL;
    }
    ingress.headroomBytes += charge;
    return null;
  }

  /**
   * Whether a packet that leaves in the moment in which it comes is let in without a pause: what it
   * would be charged then it is given back, so it need not be charged.
   *
   * @param ingress one that is not paused
   * @param egress an empty queue
   */
  boolean canBypassQueue(Packet packet, ClassQueue ingress, ClassQueue egress) {
    long charge = charged(packet.bytes);
    if (!ingress.lossless) {
      return sharedUsed + charge <= shared
          && packet.bytes <= egress.port.settings.queueLimit()
          && charge <= lossyAlpha * free();
    }
    long use = Math.max(0L, ingress.occupiedBytes + charge - reserved);
    long used = sharedUsed + Math.min(charge, use);
    return ingress.headroomBytes == 0
        && used <= shared
        && !xoff.isReached(use, ingress, shared - used);
  }

  /** Gives back what a packet was charged. */
  void release(Packet packet, ClassQueue ingress) {
    long charge = charge(packet);
    if (!ingress.lossless) {
      sharedUsed -= charge;
      ingress.occupiedBytes -= charge;
      return;
    }
    long fromHeadroom = Math.min(ingress.headroomBytes, charge);
    long rest = charge - fromHeadroom;
    ingress.headroomBytes -= fromHeadroom;
    sharedUsed -= Math.min(rest, Math.max(0L, ingress.occupiedBytes - reserved));
    ingress.occupiedBytes -= rest;
  }

  boolean shouldSendXoff(ClassQueue ingress) {
    return ingress.headroomBytes > 0 || xoff.isReached(use(ingress), ingress, free());
  }

  boolean maySendXon(ClassQueue ingress) {
    return ingress.headroomBytes == 0 && xoff.allowsXon(use(ingress), ingress, free());
  }

  private long use(ClassQueue ingress) {
    return Math.max(0L, ingress.occupiedBytes - reserved);
  }

  /** Bytes of the shared pool that are free. */
  private long free() {
    return shared - sharedUsed;
  }

  /** What a packet in the switch is charged, in bytes of whole cells. */
  public long charge(Packet packet) {
    return (long) packet.cells * cell;
  }

  /** Bytes that a lane's packets should hold of the shared pool. */
  public long sharedOf(ClassQueue ingress) {
    return ingress.lossless ? use(ingress) : ingress.occupiedBytes;
  }

  /** What a frame is charged, in bytes of whole cells. */
  public long charged(int frameBytes) {
    return (frameBytes + cell - 1L) / cell * cell;
  }

  /** All bytes of the switch. */
  public long total() {
    return total;
  }

  /** The reserve of a lossless ingress class. */
  public long reserved() {
    return reserved;
  }

  /** Ingress occupancy at which XOFF is sent; -1 where it follows what is free. */
  public long fixedXoff() {
    return xoff.fixedBytes();
  }

  /** Bytes of the shared pool. */
  public long shared() {
    return shared;
  }

  /** Bytes of the shared pool in use; 0 when the switch is empty. */
  public long sharedUsed() {
    return sharedUsed;
  }
}
