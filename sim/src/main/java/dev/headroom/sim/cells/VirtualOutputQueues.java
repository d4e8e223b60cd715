package dev.headroom.sim.cells;

import dev.headroom.model.fabric.Node;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.VoqCounts;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.switching.Switch;
import it.unimi.dsi.fastutil.ints.Int2ObjectMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Virtual output queues of a leaf, whose packets wait for credit from the ports of other leaves'
 * hosts.
 */
final class VirtualOutputQueues {
  private final CellFabricLeaf edge;
  private final Switch device;
  private final CellSegmenter cutter;
  private final CellSettings settings;

  /** One that leads to another leaf, whose events remind of what waits; null without any. */
  private @Nullable Port uplink;

  /** When to look after what waits. */
  private long lookPs = EventQueue.NEVER;

  /** By host and class. */
  private final Int2ObjectOpenHashMap<VirtualOutputQueue> queues = new Int2ObjectOpenHashMap<>();

  VirtualOutputQueues(
      CellFabricLeaf edge, Switch device, CellSegmenter cutter, CellSettings settings) {
    this.edge = edge;
    this.device = device;
    this.cutter = cutter;
    this.settings = settings;
  }

  /**
   * A packet that has been admitted waits for credit.
   *
   * @param out a way that it may go
   */
  void offer(Packet packet, Port in, Port out, long nowPs) {
    if (uplink == null && out.peer().device instanceof Switch) {
      uplink = out;
    }
    VirtualOutputQueue queue = queue(packet.destination, packet.priority);
    queue.add(packet);
    edge.count(packet.priority, -1);
    sendCreditRequest(queue, packet, in, nowPs);
    scheduleRetry(nowPs);
  }

  /** Sees to it that what is forgotten is asked for again: cells may be lost where links fail. */
  private void scheduleRetry(long nowPs) {
    if (lookPs == EventQueue.NEVER && uplink != null) {
      lookPs = nowPs + settings.reassemblyTimeoutPs();
      device.events.schedule(lookPs, EventKind.CREDIT, uplink.id);
    }
  }

  /** If it is time: asks again for credit that has not come, and gives up what has no way. */
  void lookAgain(long nowPs) {
    if (nowPs != lookPs) {
      return;
    }
    lookPs = EventQueue.NEVER;
    boolean waits = false;
    for (VirtualOutputQueue queue : queues.values()) {
      Packet first = queue.first();
      if (first == null) {
        continue;
      }
      Port way = device.routes().next(first, nowPs);
      if (way == null) {
        giveUp(queue, nowPs);
        continue;
      }
      waits = true;
      if (queue.hasStalledCredit()) {
        Cell cell = cutter.empty(first.route, first.priority, first.dscp);
        cell.creditBytes = queue.requestedBytes();
        cell.repeated = true;
        edge.sendCreditCell(cell, way, nowPs);
      }
    }
    if (waits) {
      scheduleRetry(nowPs);
    }
  }

  private void giveUp(VirtualOutputQueue queue, long nowPs) {
    for (Packet packet = queue.giveUp(); packet != null; packet = queue.giveUp()) {
      edge.count(packet.priority, 1);
      ClassQueue ingress = ClassQueue.chargedFor(packet);
      if (ingress != null) {
        device.takeOut(packet, nowPs);
        ingress.port.drop(packet, DropCause.NO_ROUTE);
      }
    }
  }

  /** Credit has come. */
  void granted(Cell credit, Port in, long nowPs) {
    VirtualOutputQueue queue = queue(credit.towards, credit.priority);
    queue.grant(credit.granted);
    for (Packet packet = queue.poll(); packet != null; packet = queue.poll()) {
      edge.count(packet.priority, 1);
      send(packet, queue, nowPs);
    }
    Packet first = queue.first();
    if (first != null) {
      sendCreditRequest(queue, first, in, nowPs);
    }
  }

  private void send(Packet packet, VirtualOutputQueue queue, long nowPs) {
    ClassQueue ingress = ClassQueue.chargedFor(packet);
    if (ingress != null && device.routes().isLast(packet)) {
      device.takeOut(packet, nowPs);
      device.routeAndEnqueue(packet, ingress.port, nowPs);
    } else {
      queue.count(device.marksAs(packet, queue.queuedBytes()));
      cutter.cut(packet, nowPs);
    }
  }

  private void sendCreditRequest(VirtualOutputQueue queue, Packet first, Port in, long nowPs) {
    if (queue.shouldRequestCredit(settings.creditBytes())) {
      Cell cell = cutter.empty(first.route, first.priority, first.dscp);
      cell.creditBytes = queue.requestCredit();
      edge.sendCreditCell(cell, in, nowPs);
    }
  }

  private VirtualOutputQueue queue(int host, int priority) {
    int key = (host << 3) | priority;
    VirtualOutputQueue queue = queues.get(key);
    if (queue == null) {
      queue = new VirtualOutputQueue();
      queues.put(key, queue);
    }
    return queue;
  }

  /** What waited here. */
  void collectWaits(List<Node> hosts, List<VoqCounts> into) {
    for (Int2ObjectMap.Entry<VirtualOutputQueue> entry : queues.int2ObjectEntrySet()) {
      int host = entry.getIntKey() >>> 3;
      VirtualOutputQueue queue = entry.getValue();
      into.add(
          new VoqCounts(
              device.node,
              hosts.get(host).id(),
              entry.getIntKey() & 7,
              queue.packets(),
              queue.marks(),
              queue.peakBytes()));
    }
  }

  /** Shows every packet that waits. */
  void forEach(Consumer<Packet> visitor) {
    for (VirtualOutputQueue queue : queues.values()) {
      for (Packet packet = queue.first(); packet != null; packet = packet.next) {
        visitor.accept(packet);
      }
    }
  }
}
