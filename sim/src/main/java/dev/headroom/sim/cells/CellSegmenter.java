package dev.headroom.sim.cells;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.FlowTuple;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.switching.Switch;
import java.util.Arrays;

/**
 * Segmentation of packets from one leaf to another into cells, each of which takes its own path. A
 * packet is cut when it is in; it takes room in the buffer until its last cell leaves.
 */
final class CellSegmenter {
  private final CellFabricLeaf edge;
  private final Switch device;
  private final CellSettings settings;

  /** The number of the next packet to each host, by class. */
  private final int[][] next = new int[ClassSchedule.CLASSES][];

  CellSegmenter(CellFabricLeaf edge, Switch device, CellSettings settings) {
    this.edge = edge;
    this.device = device;
    this.settings = settings;
    Arrays.fill(next, new int[0]);
  }

  /** Cuts a packet that has been admitted. */
  void cut(Packet packet, long nowPs) {
    ClassQueue ingress = ClassQueue.chargedFor(packet);
    if (ingress == null) {
      throw new IllegalStateException("packet was not admitted");
    }
    int cells = settings.cells(packet.bytes);
    int serial = serial(packet);
    edge.count(packet.priority, cells - 1);
    for (int i = 1; i <= cells; i++) {
      Cell cell = (Cell) device.partition.cells.take();
      cell.cutFrom(packet);
      cell.from = device.node;
      cell.serial = serial;
      cell.of = cells;
      cell.tailPs = packet.tailPs;
      cell.ingress = ingress;
      if (i < cells) {
        cell.bytes = (short) settings.bytes();
        cell.cells = 0;
      } else {
        cell.bytes = (short) settings.lastBytes(packet.bytes);
        cell.cells = packet.cells;
        cell.whole = packet;
        packet.ingress = null;
      }
      send(cell, ingress.port, nowPs);
    }
  }

  /** A cell with nothing in it that goes the way of a route, unless told otherwise. */
  Cell empty(FlowTuple route, byte priority, byte dscp) {
    Cell cell = (Cell) device.partition.cells.take();
    cell.follow(route);
    cell.clear();
    cell.type = Packet.READY_TO_SEND; // none that anybody looks at on the way
    cell.priority = priority;
    cell.dscp = dscp;
    cell.from = device.node;
    cell.bytes = (short) settings.controlBytes();
    cell.cells = 0;
    cell.tailPs = 0;
    edge.count(priority, 1);
    return cell;
  }

  /**
   * Sends a cell to another leaf.
   *
   * @param at where it counts as lost if there is no way
   */
  void send(Cell cell, Port at, long nowPs) {
    Port out = device.routes().next(cell, nowPs);
    if (out == null) {
      lose(cell, at, DropCause.NO_ROUTE, nowPs);
      return;
    }
    DropCause refusal = out.dropCause(device.queueOf(cell));
    if (refusal != null) {
      lose(cell, out, refusal, nowPs);
      return;
    }
    device.enqueue(cell, out, device.egress(cell, out), nowPs);
  }

  private void lose(Cell cell, Port at, DropCause cause, long nowPs) {
    device.takeOut(cell, nowPs);
    at.drop(cell, cause);
  }

  private int serial(Packet packet) {
    int[] own = next[packet.priority];
    if (own.length <= packet.destination) {
      own = Arrays.copyOf(own, Integer.highestOneBit(packet.destination) * 2 + 1);
      next[packet.priority] = own;
    }
    return own[packet.destination]++;
  }
}
