package dev.headroom.sim.fabric;

import dev.headroom.sim.kernel.Ns3Streams;
import dev.headroom.sim.measure.DropCause;
import org.jspecify.annotations.Nullable;

/**
 * An output-queued switch with a shared buffer. A packet is admitted and routed when its header
 * (or, where wires deliver at the tail, its last bit) arrives, and counted out when it is chosen to
 * leave.
 */
public final class Switch extends Device {
  private final Partition home;
  private final SharedBuffer buffer;
  private final boolean markAtEnqueue;
  private final boolean cutThrough;
  private final boolean waits;

  /** Classes whose room is kept in the input buffers of ports, as bits. */
  private final int onCredit;

  /** Bytes of a unit of credit. */
  private final int creditUnit;

  private final @Nullable Stamp stamp;
  private final @Nullable Trimming trimming;

  /** The egress queue of each class; null where it is that of its number. */
  private byte @Nullable [] queues;

  private SwitchRoutes routes = SwitchRoutes.NOWHERE;
  private SwitchRoutes firstRoutes = SwitchRoutes.NOWHERE;

  Switch(
      int node,
      String name,
      Partition home,
      SharedBuffer buffer,
      boolean markAtEnqueue,
      boolean cutThrough,
      boolean waits,
      int onCredit,
      int creditUnit,
      @Nullable Stamp stamp,
      @Nullable Trimming trimming) {
    super(node, name);
    this.home = home;
    this.buffer = buffer;
    this.markAtEnqueue = markAtEnqueue;
    this.cutThrough = cutThrough;
    this.waits = waits;
    this.onCredit = onCredit;
    this.creditUnit = creditUnit;
    this.stamp = stamp;
    this.trimming = trimming;
  }

  Partition home() {
    return home;
  }

  void setQueues(byte[] ofClasses) {
    queues = ofClasses;
  }

  /** Whether classes of packets here need not be those in which they came. */
  boolean mapsClasses() {
    return queues != null;
  }

  void setRoutes(SwitchRoutes now) {
    if (firstRoutes == SwitchRoutes.NOWHERE) {
      firstRoutes = now;
    }
    routes = now;
  }

  /** The routes that hold at the start of the run. */
  SwitchRoutes firstRoutes() {
    return firstRoutes;
  }

  SwitchRoutes routes() {
    return routes;
  }

  boolean cutsThrough() {
    return cutThrough;
  }

  @Override
  protected void receive(Packet packet, Port in, long nowPs) {
    Port out = routes.next(packet, nowPs);
    if (out == null) {
      lose(packet, in, DropCause.NO_ROUTE, in, nowPs);
      return;
    }
    byte[] own = queues;
    int queue = own == null ? packet.priority : own[packet.priority];
    DropCause refusal = out.refusal(queue);
    if (refusal != null) {
      lose(packet, out, refusal, in, nowPs);
      return;
    }
    Lane ingress = in.lane(packet.priority);
    Lane egress = out.lane(queue);
    DropCause cause =
        isOnCredit(packet) ? keep(packet, ingress) : buffer.admit(packet, ingress, egress);
    if (cause != null && trimming != null && trimming.applies(packet)) {
      trimming.trim((UetPacket) packet, routes.isLast(packet));
      egress.record.trims++;
      home.trims++;
      ingress = in.lane(packet.priority);
      egress = out.lane(own == null ? packet.priority : own[packet.priority]);
      cause = buffer.admit(packet, ingress, egress);
    }
    if (cause != null) {
      boolean ofHeadroom = cause == DropCause.HEADROOM_FULL;
      out.drop(packet, ofHeadroom ? in.unlessFlapped(cause, packet.priority) : cause);
      return;
    }
    if (ingress.lossless && !ingress.xoff && buffer.shouldPause(ingress)) {
      ingress.xoff = true;
      in.tellPeer(packet.priority, nowPs);
    }
    if (waits) {
      boolean early = cutThrough && out.rateBps() <= in.rateBps();
      packet.tailPs = early ? nowPs : Math.max(nowPs, packet.tailPs);
    }
    if (markAtEnqueue) {
      mark(packet, egress);
    }
    out.offer(packet, egress, nowPs);
    if (egress.queuedBytes > egress.peakBytes) {
      egress.peakBytes = egress.queuedBytes;
    }
  }

  @Override
  protected void leaving(Packet packet, Lane lane, long nowPs) {
    Lane ingress = packet.ingress;
    if (ingress == null) {
      throw new IllegalStateException("packet was never admitted");
    }
    packet.ingress = null;
    if (isOnCredit(packet)) {
      giveBack(packet, ingress, lane.port, nowPs);
    } else {
      buffer.release(packet, ingress);
    }
    if (!markAtEnqueue) {
      mark(packet, lane);
    }
    if (ingress.xoff && buffer.mayResume(ingress)) {
      ingress.setXoff(false);
      if (ingress.port == lane.port) { // it goes back where it came from
        lane.port.tellPeerNext(ingress.priority);
      } else {
        ingress.port.tellPeer(ingress.priority, nowPs);
      }
    }
    if (stamp != null && packet.type == Packet.DATA) {
      stamp.leaves(packet, lane.port, nowPs);
    }
  }

  // --- input buffers ----------------------------------------------------------------------------

  /** Bytes of a unit of credit. */
  int creditUnit() {
    return creditUnit;
  }

  private boolean isOnCredit(Packet packet) {
    return (onCredit & (1 << packet.priority)) != 0;
  }

  /** The packet stays in the input buffer that it was granted room in. */
  private @Nullable DropCause keep(Packet packet, Lane ingress) {
    packet.ingress = ingress;
    ingress.occupiedBytes += packet.cells * creditUnit;
    return null;
  }

  private void giveBack(Packet packet, Lane ingress, Port through, long nowPs) {
    ingress.occupiedBytes -= packet.cells * creditUnit;
    CreditGranter granter = ingress.port.link.credits().granter;
    if (ingress.port == through) { // it goes back where it came from
      granter.releaseNext(ingress.priority, packet.cells, nowPs);
    } else {
      granter.release(ingress.priority, packet.cells, nowPs);
    }
  }

  /** A packet is lost on its way through, and its room free. */
  private void lose(Packet packet, Port at, DropCause cause, Port in, long nowPs) {
    if (isOnCredit(packet)) {
      in.link.credits().granter.release(packet.priority, packet.cells, nowPs);
    }
    at.drop(packet, cause);
  }

  private void mark(Packet packet, Lane lane) {
    Marking marking = lane.settings.marks();
    int queued = lane.queuedBytes;
    if (queued <= marking.kmin()) {
      return;
    }
    Ns3Streams ns3 = home.ns3;
    if (packet.type != Packet.DATA) {
      if (ns3 != null && queued <= marking.kmax()) {
        ns3.next(); // that simulator marks ACKs too, which nobody looks at
      }
      return;
    }
    if (ns3 == null ? marking.marks(queued, lane.port.link.draws) : marking.marks(queued, ns3)) {
      packet.set(Packet.CE);
      lane.record.marks++;
      home.marks++;
    }
  }

  @Override
  protected @Nullable Packet pull(Port port, long nowPs) {
    return null;
  }

  @Override
  protected void sent(Port port, long freeAtPs) {}

  /** Whether what is left of trimmed packets goes on in a class; for the books. */
  boolean trimsInto(int priority) {
    return trimming != null && trimming.toClass() == priority;
  }

  /** Whether the room for a class is in the input buffers of ports; for the books. */
  boolean keepsInInputBuffers(int priority) {
    return (onCredit & (1 << priority)) != 0;
  }

  /** For the books. */
  SharedBuffer buffer() {
    return buffer;
  }
}
