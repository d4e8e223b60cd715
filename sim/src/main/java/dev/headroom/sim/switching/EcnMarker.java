package dev.headroom.sim.switching;

import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.EcnMarkingCurve;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.fabric.PortRandom;
import dev.headroom.sim.fabric.QueueMarker;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.plugin.PluginMarker;
import org.jspecify.annotations.Nullable;

/**
 * ECN marking of a switch: sets CE in data packets by the bytes of their egress queue and its
 * {@link EcnMarkingCurve}, or as a user's plugin decides. A switch marks before a packet is queued
 * or when it leaves; a plugin sees both moments.
 */
final class EcnMarker {
  private final Partition partition;
  private final boolean marksEnqueuing;
  private final boolean marksDequeued;
  private final PluginMarker.@Nullable Maker plugin;

  EcnMarker(Partition home, boolean marksEnqueuing, PluginMarker.@Nullable Maker plugin) {
    this.partition = home;
    this.marksEnqueuing = plugin != null || marksEnqueuing;
    marksDequeued = plugin != null || !marksEnqueuing;
    this.plugin = plugin;
  }

  /** A packet is about to be queued. */
  void enqueuing(Packet packet, ClassQueue egress, long nowPs) {
    if (marksEnqueuing) {
      mark(packet, egress, true, nowPs);
    }
  }

  /** A packet has left its queue. */
  void dequeued(Packet packet, ClassQueue egress, long nowPs) {
    if (marksDequeued) {
      mark(packet, egress, false, nowPs);
    }
  }

  /**
   * Marks a packet of a queue that is not a port's.
   *
   * @param out the port whose curve applies
   * @param queuedBytes of that queue
   * @return whether it was marked
   */
  boolean markOutsideQueues(Packet packet, Port out, long queuedBytes) {
    EcnMarkingCurve curve = out.settings.marks().of(packet.priority);
    boolean marks = queuedBytes > curve.kmin() && out.link.draws.marks(curve, queuedBytes);
    if (marks) {
      packet.set(Packet.CE);
      partition.marks++;
    }
    return marks;
  }

  private void mark(Packet packet, ClassQueue egress, boolean enqueuing, long nowPs) {
    EcnMarkingCurve curve = egress.marks;
    long queuedBytes = egress.queuedBytes;
    if (queuedBytes <= curve.kmin()) {
      return;
    }
    PluginMarker.Maker maker = plugin;
    if (maker != null) {
      callPlugin(maker, packet, egress, enqueuing, nowPs);
      return;
    }
    PortRandom draws = egress.port.link.draws;
    if (packet.type != Packet.DATA) {
      draws.unmarked(curve, queuedBytes);
      return;
    }
    if (packet instanceof Cell cell && cell.whole == null) {
      return; // only the last cell of a packet is marked, so cells do not raise the probability
    }
    if (draws.marks(curve, queuedBytes)) {
      mark(packet, egress);
    }
  }

  private void mark(Packet packet, ClassQueue egress) {
    packet.set(Packet.CE);
    egress.record.marks++;
    partition.marks++;
  }

  private void callPlugin(
      PluginMarker.Maker maker, Packet packet, ClassQueue egress, boolean enqueuing, long nowPs) {
    if (packet.type != Packet.DATA) {
      return;
    }
    QueueMarker asked = egress.record.marker;
    if (asked == null) {
      asked = new PluginQueueMarker(maker, egress);
      egress.record.marker = asked;
    }
    if (enqueuing ? asked.marksComing(packet, nowPs) : asked.marksLeaving(packet, nowPs)) {
      mark(packet, egress);
    }
  }
}
