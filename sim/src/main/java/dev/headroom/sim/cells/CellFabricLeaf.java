package dev.headroom.sim.cells;

import dev.headroom.model.fabric.Node;
import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.measure.VoqCounts;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.switching.CellHandler;
import dev.headroom.sim.switching.Switch;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Leaf of a cell fabric: it segments packets to other leaves, and reassembles packets for its own
 * hosts. Switches without hosts pass cells on like packets.
 */
public final class CellFabricLeaf implements CellHandler {
  private final Switch device;
  private final CellSettings settings;
  private final int[] groupOfHost;
  private final CellSegmenter cutter;
  private final CellReassembler joiner;

  /** Where packets wait for credit; null where they are cut as they come. */
  private final @Nullable VirtualOutputQueues queues;

  /** Of the ports that lead to hosts, by number; made on first use. */
  private @Nullable CreditScheduler[] schedulers = {};

  /** Packets of each class that were made here from cells, or cells from them, less those used. */
  private final long[] made = new long[ClassSchedule.CLASSES];

  /**
   * @param groupOfHost the group in the routing tables of each host
   */
  public CellFabricLeaf(Switch device, CellSettings settings, int[] groupOfHost) {
    this.device = device;
    this.settings = settings;
    this.groupOfHost = groupOfHost;
    cutter = new CellSegmenter(this, device, settings);
    joiner = new CellReassembler(this, device, settings);
    queues = settings.scheduled() ? new VirtualOutputQueues(this, device, cutter, settings) : null;
  }

  /** Whether it takes care of what has come in. */
  @Override
  public boolean takes(Packet packet, Port in, long nowPs) {
    boolean last = device.routes().isLast(packet);
    if (packet instanceof Cell cell) {
      if (last) {
        take(cell, in, nowPs);
      }
      return last;
    }
    boolean waits = !last || queues != null;
    if (waits) {
      send(packet, in, nowPs);
    }
    return waits;
  }

  /** Sends a cell that asks for credit or grants it, which may stay here. */
  void sendCreditCell(Cell cell, Port at, long nowPs) {
    if (device.routes().isLast(cell)) {
      take(cell, at, nowPs);
    } else {
      cutter.send(cell, at, nowPs);
    }
  }

  private void take(Cell cell, Port in, long nowPs) {
    if (cell.isCreditRequest()) {
      onCreditRequest(cell, nowPs);
      putAway(cell, in, nowPs);
    } else if (cell.grants()) {
      VirtualOutputQueues own = queues;
      if (own != null) {
        own.granted(cell, in, nowPs);
      }
      putAway(cell, in, nowPs);
    } else {
      joiner.take(cell, in, nowPs);
    }
  }

  private void putAway(Cell cell, Port in, long nowPs) {
    device.inputs.free(cell, in, nowPs);
    count(cell.priority, -1);
    device.partition.giveBack(cell);
  }

  private void onCreditRequest(Cell cell, long nowPs) {
    Port out = device.routes().next(cell, nowPs);
    if (out != null) {
      scheduler(out, cell.destination).onCreditRequest(cell, nowPs);
    }
  }

  private CreditScheduler scheduler(Port port, int host) {
    if (schedulers.length <= port.number()) {
      schedulers = Arrays.copyOf(schedulers, port.number() + 1);
    }
    CreditScheduler scheduler = schedulers[port.number()];
    if (scheduler == null) {
      scheduler = new CreditScheduler(this, port, host, cutter, settings);
      schedulers[port.number()] = scheduler;
    }
    return scheduler;
  }

  /** There is room for what comes in through a port; what may leave now is being chosen. */
  @Override
  public void hasRoom(Port in, long nowPs) {
    if (in.peer().device instanceof Switch) {
      device.events.schedule(nowPs, EventKind.CREDIT, in.id);
    }
  }

  /** A port to a host may grant credit again; one to another switch reminds of what waits. */
  @Override
  public void creditIsDue(Port port, long nowPs) {
    VirtualOutputQueues own = queues;
    CreditScheduler scheduler =
        port.number() < schedulers.length ? schedulers[port.number()] : null;
    if (scheduler != null) {
      scheduler.wake(nowPs);
      return;
    }
    joiner.lookAgain(port, nowPs);
    if (own != null) {
      own.lookAgain(nowPs);
    }
  }

  /** The group in the routing tables of a host. */
  int groupOf(int host) {
    return groupOfHost[host];
  }

  /** What came from a host is charged for its room, waits for credit if need be, and is cut. */
  private void send(Packet packet, Port in, long nowPs) {
    Port first = device.routes().next(packet, nowPs);
    if (first == null) {
      device.lose(packet, in, DropCause.NO_ROUTE, in, nowPs);
      return;
    }
    ClassQueue ingress = in.lane(packet.priority);
    DropCause refusal = device.admit(packet, ingress, device.egress(packet, first));
    if (refusal != null) {
      boolean ofHeadroom = refusal == DropCause.HEADROOM_FULL;
      first.drop(packet, ofHeadroom ? in.unlessFlapped(refusal, packet.priority) : refusal);
      return;
    }
    device.sendXoffIfOverThreshold(packet, ingress, nowPs);
    VirtualOutputQueues own = queues;
    if (own == null) {
      cutter.cut(packet, nowPs);
    } else {
      own.offer(packet, in, first, nowPs);
    }
  }

  /** What waited here for credit. */
  @Override
  public void collectWaits(List<Node> hosts, List<VoqCounts> into) {
    VirtualOutputQueues own = queues;
    if (own != null) {
      own.collectWaits(hosts, into);
    }
  }

  /** Counts what became more, or fewer; for the books. */
  void count(int priority, int more) {
    made[priority] += more;
  }

  /** How many more packets and cells of a class have gone on than came; for the books. */
  @Override
  public long made(int priority) {
    return made[priority];
  }

  /** Shows every packet that waits to be complete, or for those before it; for the books. */
  @Override
  public void forEachHeld(Consumer<Packet> visitor) {
    joiner.forEach(visitor);
    VirtualOutputQueues own = queues;
    if (own != null) {
      own.forEach(visitor);
    }
  }
}
