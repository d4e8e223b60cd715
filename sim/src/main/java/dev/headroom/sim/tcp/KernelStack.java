package dev.headroom.sim.tcp;

import dev.headroom.sim.cpu.CpuCore;
import dev.headroom.sim.cpu.CpuCosts;
import dev.headroom.sim.cpu.CpuWork;
import dev.headroom.sim.host.Host;
import dev.headroom.sim.measure.CpuPiece;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.PacketQueue;
import dev.headroom.sim.packet.TcpPacket;

/**
 * CPU cost of TCP at a host whose kernel runs it. Packets wait in a ring for their core, which
 * merges segments of a connection that follow one another (GRO) and takes them through TCP;
 * applications read and write by system calls that copy. A connection has one core for all of that,
 * as aRFS arranges it, or one for its packets and one for its application.
 *
 * <p>Nothing here limits a rate. Data that cannot be copied as fast as it comes fills the receive
 * buffer, and closes the window; what cannot be written as fast as it could be sent leaves the
 * sender without data.
 */
final class KernelStack {
  private final Host host;
  private final TcpEndpoint end;
  private final CpuCosts costs;
  private final CpuCosts.Packets packets;
  private final CpuCosts.Calls calls;
  private final CpuCore[] cores;
  private final Softirq[] rings;
  private int dealt;

  KernelStack(Host host, TcpEndpoint end, CpuCosts costs) {
    this.host = host;
    this.end = end;
    this.costs = costs;
    packets = costs.packets();
    calls = costs.calls();
    cores = new CpuCore[costs.cores() + costs.interruptCores()];
    rings = new Softirq[cores.length];
    for (int i = 0; i < cores.length; i++) {
      rings[i] = new Softirq(i);
      cores[i] =
          new CpuCore(
              costs, costs.interrupts().moderation(), 0, host.coreEventScheduler(i), rings[i]);
    }
  }

  /** The core of a connection's packets, where its application has this one. */
  private int packetCore(int connection, int core) {
    return costs.interruptCores() == 0 ? core : costs.cores() + connection % costs.interruptCores();
  }

  /** Takes a connection's sending end on. */
  Writing writing(TcpSender sender) {
    sender.stream.writeByHand();
    return new Writing(sender, dealt++);
  }

  /** Takes a connection's receiving end on. */
  Reading reading(TcpReceiver receiver) {
    receiver.readByHand();
    return new Reading(receiver, dealt++);
  }

  /** A packet has come, for a connection of this core; it is lost if too many wait. */
  void onPacket(TcpPacket packet, int core, long nowPs) {
    if (rings[core].waiting.size() >= packets.ring()) {
      host.hostCounters.receiveRingDrops++;
      host.port().drop(packet, DropCause.HOST_BUFFER);
      return;
    }
    rings[core].waiting.add(packet);
    cores[core].onArrival(packet.bytes, rings[core].waiting.size(), nowPs);
  }

  /** There may be more to write: flows were posted, or room has come. */
  void write(Writing work, long nowPs) {
    cores[work.core].post(work, nowPs);
  }

  /** There is more to read. */
  void read(Reading work, long nowPs) {
    cores[work.core].post(work, nowPs);
  }

  /** A core has done a piece of work, or is interrupted. */
  void onCoreDone(int core, long nowPs) {
    cores[core].handleEvent(nowPs);
  }

  /** Packets that wait here. */
  int held() {
    int sum = 0;
    for (Softirq ring : rings) {
      sum += ring.waiting.size() + ring.batch.size();
    }
    return sum;
  }

  /** Time that its cores have worked together, in picoseconds. */
  long busyPs() {
    long sum = 0;
    for (CpuCore core : cores) {
      sum += core.busyPs();
    }
    return sum;
  }

  /** The same of that which has worked most. */
  long mostBusyPs() {
    long most = 0;
    for (CpuCore core : cores) {
      most = Math.max(most, core.busyPs());
    }
    return most;
  }

  /** Interrupts that its cores had. */
  long interrupts() {
    long sum = 0;
    for (CpuCore core : cores) {
      sum += core.interrupts();
    }
    return sum;
  }

  /** What the NIC has brought for a core. */
  private final class Softirq extends CpuWork {
    private final PacketQueue waiting = new PacketQueue();

    /** What is being worked on: segments that were merged, or one packet. */
    private final PacketQueue batch = new PacketQueue();

    private final int core;
    private long bytes;

    private Softirq(int core) {
      this.core = core;
    }

    @Override
    protected double begin() {
      TcpPacket first = (TcpPacket) waiting.poll();
      if (first == null) {
        return NOTHING;
      }
      batch.add(first);
      bytes = 0;
      if (first.type != Packet.DATA) {
        return packets.each() + packets.ack();
      }
      bytes = first.length;
      TcpPacket last = first;
      TcpPacket next = (TcpPacket) waiting.peek();
      while (next != null
          && follows(next, last)
          && bytes + next.length <= CpuCosts.AGGREGATE_BYTES) {
        waiting.poll();
        batch.add(next);
        bytes += next.length;
        last = next;
        next = (TcpPacket) waiting.peek();
      }
      return batch.size() * packets.each() + packets.protocol(bytes);
    }

    /** Whether a packet is merged with the one before (Linux {@code tcp_gro_receive}). */
    private static boolean follows(TcpPacket packet, TcpPacket before) {
      return packet.type == Packet.DATA
          && packet.route.queuePair() == before.route.queuePair()
          && packet.sequence == before.sequence + before.length
          && packet.has(Packet.CE) == before.has(Packet.CE);
    }

    @Override
    protected void end(long nowPs) {
      host.worked(
          core,
          cores[core],
          bytes == 0 ? CpuPiece.Task.ACK : CpuPiece.Task.SEGMENTS,
          bytes,
          batch.size(),
          nowPs);
      TcpPacket packet = (TcpPacket) batch.poll();
      while (packet != null) {
        end.take(packet, batch.size() > 0, nowPs);
        packet = (TcpPacket) batch.poll();
      }
    }
  }

  /** An application that writes to a socket. */
  final class Writing extends CpuWork {
    /** The core that takes its packets. */
    final int packetCore;

    private final int core;
    private final TcpSender sender;
    private long bytes;

    private Writing(TcpSender sender, int connection) {
      this.sender = sender;
      core = connection % costs.cores(); // connections take the cores in turn
      packetCore = packetCore(connection, core);
    }

    /**
     * Whether it should be woken: a third of the buffer is free (Linux {@code
     * sk_stream_is_writeable}).
     */
    boolean isDue() {
      return sender.stream.unwritten() > 0 && sender.buffered() <= calls.bufferBytes() / 3 * 2;
    }

    @Override
    protected double begin() {
      long room = calls.bufferBytes() - sender.buffered();
      bytes = Math.min(room, Math.min(calls.bytes(), sender.stream.unwritten()));
      if (bytes <= 0) {
        return NOTHING;
      }
      return calls.each() + bytes * calls.sendCopy() + packets.protocol(bytes);
    }

    @Override
    protected void end(long nowPs) {
      host.worked(core, cores[core], CpuPiece.Task.WRITE, bytes, 0, nowPs);
      sender.stream.written(bytes);
      host.hostCounters.copiedBytes += bytes;
      host.hostCounters.syscalls++;
      cores[core].post(this, nowPs);
      end.written(sender, nowPs);
    }
  }

  /** An application that reads from a socket. */
  final class Reading extends CpuWork {
    /** The core that takes its packets. */
    final int packetCore;

    private final int core;
    private final TcpReceiver receiver;
    private long bytes;

    private Reading(TcpReceiver receiver, int connection) {
      this.receiver = receiver;
      core = connection % costs.cores(); // connections take the cores in turn
      packetCore = packetCore(connection, core);
    }

    @Override
    protected double begin() {
      bytes = Math.min(calls.bytes(), receiver.unread());
      return bytes == 0 ? NOTHING : calls.each() + bytes * calls.receiveCopy();
    }

    @Override
    protected void end(long nowPs) {
      host.worked(core, cores[core], CpuPiece.Task.READ, bytes, 0, nowPs);
      boolean tell = receiver.read(bytes);
      host.hostCounters.copiedBytes += bytes;
      host.hostCounters.syscalls++;
      cores[core].post(this, nowPs);
      end.read(receiver, tell, nowPs);
    }
  }
}
