package dev.headroom.sim.host;

import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.LinkTiming;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.measure.NicStallCause;
import dev.headroom.sim.nic.NicPcieSlot;
import dev.headroom.sim.nic.NicStallClock;
import dev.headroom.sim.nic.NicTimes;
import dev.headroom.sim.nic.NicTranslationCache;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.PacketQueue;
import java.util.Arrays;

/**
 * Receive path of a host that is not ideal: data is written to memory over PCIe in the order in
 * which it came; packets for the NIC alone, such as ACKs and CNPs, bypass it.
 *
 * <pre>
 *   written   = max(written before, now) + writing the payload
 *   answered  = written + NIC latency                  what carries data: the transport takes it
 *   heard     = now + NIC latency                      what does not
 *   delivered = answered + write latency [+ copying]   software finds the data
 *   known     = max(written, heard) + write latency    software finds the completion [+ hop]
 * </pre>
 *
 * A NIC acknowledges what it has handed on to PCIe, not what has come to rest in memory: writes
 * there are posted, nobody answers them (PCI Express Base Specification, section 2.1.1.1; that the
 * completion of a WRITE does not say that the data is there: Kashyap et al., Correct, Fast Remote
 * Persistence, 2019, section 1). So neither the write latency nor copies are in a round trip. Where
 * the kernel is the transport, all that comes goes to memory first, and is answered when it is
 * there.
 *
 * <p>Until data is written it takes up the receive buffer of the port.
 */
final class NicReceivePath implements ReceiveBufferDrain, MemoryVisibility {
  /** A completion, {@code struct mlx5_cqe64}. */
  private static final int COMPLETION_BYTES = 64;

  private final Host host;
  private final NicPcieSlot slot;
  private final StagingCopies stagingCopies;
  private final NicTranslationCache translations;
  private final NicStallClock held;

  /** Whether software is the transport, so that it has to see every packet. */
  private final boolean kernel;

  private final long latencyPs;
  private final int moderation;
  private double drainPsPerByte;

  /** What has come and is not answered, in that order. */
  private final PacketQueue waiting = new PacketQueue();

  /** When each of these is answered, and its bytes: rings of a power of two. */
  private long[] duePs = new long[64];

  private int[] bytes = new int[64];
  private int oldest;

  /** How many of these have been written, from the oldest on, and what the others hold. */
  private int written;

  private long backlogBytes;
  private long writtenPs;

  /** Of that, what the requests of reads and copies took since the last packet. */
  private long requestsPs;

  private long copiesPs;
  private long copiedBytes;

  /** When the last of them leaves the NIC: later, if its translation has to be asked for. */
  private long leavesPs;

  private long wakeAtPs = EventQueue.NEVER;

  /** What is for the NIC alone, and when each of it is heard. */
  private final PacketQueue control = new PacketQueue();

  private final DueTimeQueue controlDuePs = new DueTimeQueue();

  /** From a packet that was taken to software that finds its data; to its completion. */
  private final long visiblePs;

  private final long notedPs;

  /**
   * @param drainBps what the host takes out of its buffer at most, whatever PCIe could do
   * @param kernel whether software is the transport
   */
  NicReceivePath(
      Host host,
      NicPcieSlot slot,
      NicTimes times,
      StagingCopies stagingCopies,
      NicTranslationCache translations,
      long drainBps,
      boolean kernel) {
    this.host = host;
    this.slot = slot;
    this.stagingCopies = stagingCopies;
    this.translations = translations;
    this.kernel = kernel;
    held = new NicStallClock(times.bufferBytes());
    latencyPs = times.latencyPs() + (kernel ? slot.path().writeLatencyPs() : 0);
    moderation = times.moderation();
    drainPsPerByte = psPerByte(drainBps);
    long writePs = kernel ? 0 : slot.path().writeLatencyPs();
    notedPs = writePs + times.posting().signalDelayPs();
    visiblePs = writePs + stagingCopies.latencyPs();
  }

  private static double psPerByte(long drainBps) {
    return 8e12 / drainBps;
  }

  int heldPackets() {
    return waiting.size() + control.size();
  }

  /** It holds for what comes: when what has come is written was settled then. */
  @Override
  public void setRate(long drainBps, long nowPs) {
    drainPsPerByte = psPerByte(drainBps);
  }

  @Override
  public long deliveredPs(long nowPs) {
    return nowPs + visiblePs;
  }

  @Override
  public long completedPs(long nowPs) {
    return notedPs + (kernel ? nowPs : slot.past(Math.max(writtenPs, nowPs)));
  }

  /** Requests of reads, and copies, take up the way of writes for so long. */
  void makeWay(long requestPs, long copyPs, long nowPs) {
    writtenPs = Math.max(writtenPs, nowPs) + requestPs + copyPs;
    requestsPs += requestPs;
    copiesPs += copyPs;
  }

  /** What has held the NIC up on this way. */
  NicStallClock held() {
    return held;
  }

  /** Payload that was copied to a GPU. */
  long copiedBytes() {
    return copiedBytes;
  }

  @Override
  public void accept(Packet packet, long nowPs) {
    if (kernel || packet.type == Packet.DATA) {
      write(packet, nowPs);
    } else {
      receiveControl(packet, nowPs);
    }
  }

  /** Takes in what is for the NIC alone; an ACK makes it write a completion. */
  private void receiveControl(Packet packet, long nowPs) {
    if (packet.type == Packet.ACK) {
      long startPs = Math.max(writtenPs, nowPs);
      writtenPs = startPs + completionPs(startPs);
    }
    control.add(packet);
    controlDuePs.add(nowPs + latencyPs);
    if (control.size() == 1) {
      host.events.schedule(controlDuePs.first(), EventKind.DRAIN, host.index);
    }
  }

  /** Hears what is due. */
  private void receiveControl(long nowPs) {
    boolean any = false;
    while (control.size() > 0 && controlDuePs.first() <= nowPs) {
      controlDuePs.poll();
      any = true;
      Packet packet = control.poll();
      if (packet != null) {
        host.end().receive(packet, nowPs);
      }
    }
    if (any && control.size() > 0) {
      host.events.schedule(controlDuePs.first(), EventKind.DRAIN, host.index);
    }
  }

  private void write(Packet packet, long nowPs) {
    int size = waiting.size();
    if (size == duePs.length) {
      grow(size);
    }
    boolean carries = packet.type == Packet.DATA && packet.payload > 0;
    LinkTiming wire = host.port().wire();
    held.begin(packet.bytes + wire.overheadBytes, wire.rateBps);
    long startPs = slot.past(Math.max(writtenPs, nowPs), held);
    long takesPs = carries ? writePs(packet, startPs, nowPs) : completionPs(startPs);
    takesPs = Math.max(takesPs, (long) (packet.bytes * drainPsPerByte));
    held.end(takesPs + contentionPs(takesPs, nowPs));
    copiedBytes += stagingCopies.made() && carries ? packet.payload : 0;
    writtenPs = startPs + takesPs;
    long laterPs = carries ? slot.writeLaterPs() + translations.laterPs() : 0;
    leavesPs = Math.max(leavesPs, writtenPs + laterPs);
    if (carries && stagingCopies.shareUplink()) {
      host.copies(slot.readPs(packet.payload, startPs), nowPs);
    }
    int at = oldest + size & duePs.length - 1;
    duePs[at] = leavesPs + latencyPs;
    bytes[at] = packet.bytes;
    backlogBytes += packet.bytes;
    waiting.add(packet);
    if (size == 0) {
      wakeAt(duePs[at]);
    }
  }

  /**
   * For how long a packet waited for requests and copies on its way; of no interest where nothing
   * waited.
   */
  private long contentionPs(long takesPs, long nowPs) {
    long ps = writtenPs > nowPs ? requestsPs + copiesPs : 0;
    held.grow(NicStallCause.LINK, takesPs, takesPs + ps - copiesPs);
    held.grow(NicStallCause.COPIES, takesPs + ps - copiesPs, takesPs + ps);
    requestsPs = 0;
    copiesPs = 0;
    return ps;
  }

  /** For how long writing a packet's payload keeps others waiting. */
  private long writePs(Packet packet, long startPs, long nowPs) {
    int queuePair = packet.route.queuePair();
    long writePs = slot.writePs(packet.payload, startPs, held);
    long translatedPs =
        translations.keepsPs(queuePair, packet.psn, packet.payload, writePs, startPs, held);
    slot.translate(queuePair, packet.psn, packet.payload, nowPs);
    return slot.writeKeepsPs(packet.payload, translatedPs, startPs, nowPs, held);
  }

  private long completionPs(long startPs) {
    return slot.writePs(COMPLETION_BYTES, startPs) / moderation;
  }

  private void wakeAt(long atPs) {
    wakeAtPs = atPs;
    host.events.schedule(atPs, EventKind.DRAIN, host.index);
  }

  /** Lets the transport have what is due. */
  void wake(long nowPs) {
    receiveControl(nowPs);
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
