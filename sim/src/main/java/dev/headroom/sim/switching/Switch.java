package dev.headroom.sim.switching;

import dev.headroom.model.fabric.Node;
import dev.headroom.sim.credit.InputBuffers;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.NetworkDevice;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.VoqCounts;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.packet.UetPacket;
import dev.headroom.sim.plugin.PluginMarker;
import dev.headroom.sim.routing.RoutingSwitch;
import dev.headroom.sim.routing.SwitchRoutes;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An output-queued switch with a shared buffer. A packet is admitted and routed when its header
 * (or, where wires deliver at the tail, its last bit) arrives, and counted out when it is chosen to
 * leave.
 */
public final class Switch extends NetworkDevice implements RoutingSwitch {
  private final SharedBuffer buffer;
  private final EcnMarker ecn;
  private final boolean cutThrough;
  private final boolean waits;

  /** Whether nobody need see a packet that leaves in the moment in which it comes. */
  private final boolean bypassesIdleQueues;

  /** Bytes with all headers and FCS. */
  private final int longestFrame;

  public final InputBuffers inputs;
  private final @Nullable PacketStamp stamp;
  private final @Nullable PacketTrimming trimming;

  /** The egress queue of each class; null where it is that of its number. */
  private byte @Nullable [] queues;

  private @Nullable CellHandler cells;

  private SwitchRoutes routes = SwitchRoutes.NOWHERE;
  private SwitchRoutes firstRoutes = SwitchRoutes.NOWHERE;

  public Switch(
      int node,
      String name,
      Partition home,
      SharedBuffer buffer,
      boolean markAtEnqueue,
      PluginMarker.@Nullable Maker marker,
      boolean cutThrough,
      boolean waits,
      int longestFrame,
      InputBuffers inputs,
      @Nullable PacketStamp stamp,
      @Nullable PacketTrimming trimming) {
    super(node, name, home);
    this.buffer = buffer;
    ecn = new EcnMarker(home, markAtEnqueue, marker);
    this.cutThrough = cutThrough;
    this.waits = waits;
    bypassesIdleQueues = marker == null && !waits;
    this.longestFrame = longestFrame;
    this.inputs = inputs;
    this.stamp = stamp;
    this.trimming = trimming;
  }

  public void setQueues(byte[] ofClasses) {
    queues = ofClasses;
  }

  /** Whether classes of packets here need not be those in which they came. */
  public boolean mapsClasses() {
    return queues != null;
  }

  @Override
  public int node() {
    return node;
  }

  public void setRoutes(SwitchRoutes now) {
    if (firstRoutes == SwitchRoutes.NOWHERE) {
      firstRoutes = now;
    }
    routes = now;
  }

  @Override
  public SwitchRoutes firstRoutes() {
    return firstRoutes;
  }

  @Override
  public SwitchRoutes routes() {
    return routes;
  }

  @Override
  public boolean cutsThrough() {
    return cutThrough;
  }

  /** Packets travel between leaves in cells, of which this takes care. */
  public void travelInCells(CellHandler here) {
    cells = here;
  }

  @Override
  protected void creditIsDue(Port port, long nowPs) {
    CellHandler edge = cells;
    if (edge != null) {
      edge.creditIsDue(port, nowPs);
    }
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    if (packet.bytes > longestFrame) {
      lose(packet, in, DropCause.OVERSIZE, in, nowPs);
      return;
    }
    CellHandler edge = cells;
    if (edge == null || !edge.takes(packet, in, nowPs)) {
      routeAndEnqueue(packet, in, nowPs);
    }
  }

  /** Routes a packet that is here, and queues it or loses it. */
  public void routeAndEnqueue(Packet packet, Port in, long nowPs) {
    Port out = routes.next(packet, nowPs);
    if (out == null) {
      lose(packet, in, DropCause.NO_ROUTE, in, nowPs);
      return;
    }
    int queue = queueOf(packet);
    DropCause refusal = out.dropCause(queue);
    if (refusal != null) {
      lose(packet, out, refusal, in, nowPs);
      return;
    }
    ClassQueue ingress = in.lane(packet.priority);
    ClassQueue egress = out.lane(queue);
    if (bypassesIdleQueues && out.isFree(nowPs) && passes(packet, ingress, egress)) {
      if (stamp != null) {
        stamp(stamp, packet, out, nowPs);
      }
      out.transmit(packet, nowPs);
      return;
    }
    DropCause cause = admit(packet, ingress, egress);
    PacketTrimming trims = trimming;
    if (cause != null
        && trims != null
        && packet instanceof UetPacket whole
        && trims.applies(whole)) {
      trimOne(trims, whole, ingress, egress, nowPs);
    } else {
      settle(packet, cause, ingress, egress, nowPs);
    }
  }

  /** Queues a packet, or loses it if there is a cause to. */
  private void settle(
      Packet packet, @Nullable DropCause cause, ClassQueue ingress, ClassQueue egress, long nowPs) {
    Port in = ingress.port;
    Port out = egress.port;
    if (cause != null) {
      boolean ofHeadroom = cause == DropCause.HEADROOM_FULL;
      out.drop(packet, ofHeadroom ? in.unlessFlapped(cause, packet.priority) : cause);
      return;
    }
    sendXoffIfOverThreshold(packet, ingress, nowPs);
    if (waits && cutThrough && out.keepsUpWith(in)) {
      packet.tailPs = nowPs;
    }
    enqueue(packet, out, egress, nowPs);
  }

  /** There is no room for a packet: it is trimmed, or the last one that waits makes room for it. */
  private void trimOne(
      PacketTrimming trims, UetPacket packet, ClassQueue ingress, ClassQueue egress, long nowPs) {
    UetPacket last = trims.lastInstead(egress);
    if (last == null) {
      trim(trims, packet, ingress, egress, nowPs);
      return;
    }
    ClassQueue ingressOfLast = ClassQueue.chargedFor(last);
    egress.removeTail(last);
    takeOut(last, nowPs);
    trim(trims, last, ingressOfLast == null ? ingress : ingressOfLast, egress, nowPs);
    DropCause still = admit(packet, ingress, egress);
    if (still == null) {
      settle(packet, null, ingress, egress, nowPs);
    } else {
      trim(trims, packet, ingress, egress, nowPs);
    }
  }

  /** What is left of a packet goes on in its new class. */
  private void trim(
      PacketTrimming trims, UetPacket packet, ClassQueue ingress, ClassQueue egress, long nowPs) {
    trims.trim(packet, routes.isLast(packet));
    egress.record.trims++;
    partition.trims++;
    ClassQueue from = ingress.port.lane(packet.priority);
    ClassQueue to = egress(packet, egress.port);
    settle(packet, buffer.admit(packet, from, to), from, to, nowPs);
  }

  /** The number of a packet's egress queue. */
  public int queueOf(Packet packet) {
    byte[] own = queues;
    return own == null ? packet.priority : own[packet.priority];
  }

  public ClassQueue egress(Packet packet, Port out) {
    return out.lane(queueOf(packet));
  }

  /** Charges a packet for its room; null if there is some, else why it is lost. */
  public @Nullable DropCause admit(Packet packet, ClassQueue ingress, ClassQueue egress) {
    if (inputs.hold(packet)) {
      inputs.keep(packet, ingress);
      return null;
    }
    return buffer.admit(packet, ingress, egress);
  }

  /** Whether it would be let in, nobody told to pause for it, and its room free at once. */
  private boolean passes(Packet packet, ClassQueue ingress, ClassQueue egress) {
    return !ingress.xoff && !inputs.hold(packet) && buffer.canBypassQueue(packet, ingress, egress);
  }

  public void sendXoffIfOverThreshold(Packet packet, ClassQueue ingress, long nowPs) {
    if (ingress.lossless && !ingress.xoff && buffer.shouldSendXoff(ingress)) {
      ingress.xoff = true;
      ingress.port.sendFlowControl(packet.priority, nowPs);
    }
  }

  /** Queues a packet, which leaves when its tail is in. */
  public void enqueue(Packet packet, Port out, ClassQueue egress, long nowPs) {
    if (waits) {
      packet.tailPs = Math.max(nowPs, packet.tailPs);
    }
    ecn.enqueuing(packet, egress, nowPs);
    out.offer(packet, egress, nowPs);
    if (egress.queuedBytes > egress.peakBytes) {
      egress.peakBytes = egress.queuedBytes;
    }
  }

  @Override
  protected void leaving(Packet packet, ClassQueue classQueue, long nowPs) {
    ClassQueue ingress = ClassQueue.chargedFor(packet);
    if (ingress == null) {
      if (packet instanceof Cell) {
        return; // made here, with nothing in it
      }
      throw new IllegalStateException("packet was not admitted");
    }
    packet.ingress = null;
    if (inputs.hold(packet)) {
      inputs.giveBack(packet, ingress, classQueue.port, nowPs);
    } else {
      buffer.release(packet, ingress);
    }
    ecn.dequeued(packet, classQueue, nowPs);
    resumeIfRoom(ingress, classQueue.port, nowPs);
    if (stamp != null) {
      stamp(stamp, packet, classQueue.port, nowPs);
    }
  }

  /**
   * @param through the port that chooses what leaves now, if one does
   */
  private void resumeIfRoom(ClassQueue ingress, @Nullable Port through, long nowPs) {
    if (ingress.xoff && buffer.maySendXon(ingress)) {
      ingress.setXoff(false);
      CellHandler edge = cells;
      if (edge != null) {
        edge.hasRoom(ingress.port, nowPs);
      }
      if (ingress.port == through) { // it goes back where it came from
        through.queueFlowControl(ingress.priority);
      } else {
        ingress.port.sendFlowControl(ingress.priority, nowPs);
      }
    }
  }

  private static void stamp(PacketStamp stamp, Packet packet, Port out, long nowPs) {
    if (packet.type != Packet.DATA) {
      stamp.passes(packet, out, nowPs);
      return;
    }
    Packet stamped = packet instanceof Cell cell ? cell.whole : packet;
    if (stamped != null) {
      stamp.leaves(stamped, out, nowPs);
    }
  }

  /** What was admitted leaves without having been queued: its room is free. */
  public void takeOut(Packet packet, long nowPs) {
    ClassQueue ingress = ClassQueue.chargedFor(packet);
    packet.ingress = null;
    if (ingress == null) {
      return;
    }
    if (inputs.hold(packet)) {
      inputs.giveBack(packet, ingress, null, nowPs);
    } else {
      buffer.release(packet, ingress);
      resumeIfRoom(ingress, null, nowPs);
    }
  }

  /** A packet is lost on its way through, and its room free. */
  public void lose(Packet packet, Port at, DropCause cause, Port in, long nowPs) {
    inputs.free(packet, in, nowPs);
    at.drop(packet, cause);
  }

  /**
   * Marks a packet that leaves a queue of its own, by the thresholds of the way that it goes.
   *
   * @return whether it was
   */
  public boolean marksAs(Packet packet, long queued) {
    Port[] hops = routes.hops(packet.group);
    if (hops.length == 0 || packet.type != Packet.DATA) {
      return false;
    }
    return ecn.markOutsideQueues(packet, hops[0], queued);
  }

  @Override
  protected @Nullable Packet pull(Port port, long nowPs) {
    return null;
  }

  @Override
  protected void sent(Port port, long freeAtPs) {}

  /** Whether what is left of trimmed packets goes on in a class; for the books. */
  public boolean trimsInto(int priority) {
    return trimming != null && trimming.toClass() == priority;
  }

  /** How many more packets of a class have gone on than came, cells counted; for the books. */
  public long made(int priority) {
    CellHandler edge = cells;
    return edge == null ? 0 : edge.made(priority);
  }

  /** What waited here for credit. */
  public void collectWaits(List<Node> hosts, List<VoqCounts> into) {
    CellHandler edge = cells;
    if (edge != null) {
      edge.collectWaits(hosts, into);
    }
  }

  /** Shows every packet that is kept in no queue; for the books. */
  public void forEachHeld(Consumer<Packet> visitor) {
    CellHandler edge = cells;
    if (edge != null) {
      edge.forEachHeld(visitor);
    }
  }

  @Override
  public int heldPackets() {
    int[] held = {0};
    forEachHeld(packet -> held[0]++);
    return held[0];
  }

  /** Where its packets wait. */
  public SharedBuffer buffer() {
    return buffer;
  }
}
