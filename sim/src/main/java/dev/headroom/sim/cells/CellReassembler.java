package dev.headroom.sim.cells;

import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.EventKind;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.switching.Switch;
import it.unimi.dsi.fastutil.longs.Long2ObjectOpenHashMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reassembly of packets from their cells at the leaf of the destination host, which forwards them
 * in the order in which they were segmented. What waits here has a memory of its own.
 *
 * <p>A packet of which a cell does not come is given up when it, or others behind it, have waited
 * for too long. That is looked at whenever a cell comes, and when the time is up: where there are
 * credits, what waits may hold all of them, so that no cell can come.
 */
final class CellReassembler {
  private final CellFabricLeaf edge;
  private final Switch device;
  private final CellSettings settings;

  /** By the leaf where packets were cut, the host that they are for, and their class. */
  private final Long2ObjectOpenHashMap<CellStream> streams = new Long2ObjectOpenHashMap<>();

  /** Those whose packets wait for room: many may be complete at once that waited for one cell. */
  private final List<CellStream> held = new ArrayList<>();

  /** When to look for what has waited too long. */
  private long lookPs = EventQueue.NEVER;

  CellReassembler(CellFabricLeaf edge, Switch device, CellSettings settings) {
    this.edge = edge;
    this.device = device;
    this.settings = settings;
  }

  /** A cell of a packet for one of the own hosts has come. */
  void take(Cell cell, Port in, long nowPs) {
    CellStream stream = stream(cell);
    if (stream.isPast(cell.serial)) {
      discard(cell, in, nowPs);
      return;
    }
    stream.add(cell, nowPs);
    Packet whole = cell.whole;
    if (whole == null) {
      device.inputs.free(cell, in, nowPs);
    } else {
      keep(whole, cell, in);
    }
    edge.count(cell.priority, -1);
    device.partition.giveBack(cell);
    goOn(stream, nowPs);
    lookAfter(stream, in);
  }

  /** Sees to it that the stream is looked at when its time is up. */
  private void lookAfter(CellStream stream, Port in) {
    if (stream.isEmpty() || stream.isComplete()) {
      return; // it waits for nothing, or for room
    }
    long atPs = stream.waitsSincePs() + settings.reassemblyTimeoutPs();
    if (atPs < lookPs) {
      lookPs = atPs;
      device.events.schedule(atPs, EventKind.CREDIT, in.id);
    }
  }

  /** Lets go what may go, if there is room for what had to wait or the time of others is up. */
  void lookAgain(Port in, long nowPs) {
    if (!held.isEmpty()) {
      List<CellStream> waiting = List.copyOf(held);
      held.clear();
      goOn(waiting, in, nowPs);
    }
    if (nowPs >= lookPs) {
      lookPs = EventQueue.NEVER;
      goOn(streams.values(), in, nowPs);
    }
  }

  private void goOn(Collection<CellStream> these, Port in, long nowPs) {
    for (CellStream stream : these) {
      goOn(stream, nowPs);
      lookAfter(stream, in);
    }
  }

  /** The packet waits; where there are credits, with what the cell that carries it has of them. */
  private void keep(Packet whole, Cell carrier, Port in) {
    if (carrier.has(Packet.CE)) {
      whole.set(Packet.CE);
    }
    whole.priority = carrier.priority;
    whole.ingress = in.lane(carrier.priority);
    device.inputs.occupy(whole, carrier.cells);
  }

  /** The port that it came in through, or the most of it. */
  private Port leave(Packet whole) {
    edge.count(whole.priority, 1);
    ClassQueue ingress = ClassQueue.chargedFor(whole);
    if (ingress == null) {
      throw new IllegalStateException("the waiting packet has no ingress");
    }
    device.inputs.vacate(whole);
    return ingress.port;
  }

  /** Lets go what is complete, and gives up what has held others back for too long. */
  private void goOn(CellStream stream, long nowPs) {
    while (!stream.isEmpty()) {
      if (stream.isComplete()) {
        if (isFull(stream.first())) {
          hold(stream);
          return;
        }
        Packet whole = stream.removeFirst();
        device.routeAndEnqueue(whole, leave(whole), nowPs);
      } else if (stream.waitsSincePs() <= nowPs - settings.reassemblyTimeoutPs()) {
        Packet whole = stream.giveUpFirst();
        if (whole != null) {
          Port in = leave(whole);
          device.lose(whole, in, DropCause.REASSEMBLY, in, nowPs);
        }
      } else {
        return;
      }
    }
  }

  /** Whether so much came in where this did that the peer is asked to be silent. */
  private static boolean isFull(@Nullable Packet packet) {
    ClassQueue ingress = packet == null ? null : ClassQueue.chargedFor(packet);
    return ingress != null && ingress.lossless && ingress.xoff;
  }

  private void hold(CellStream stream) {
    if (!held.contains(stream)) {
      held.add(stream);
    }
  }

  /** A cell of a packet that was given up. */
  private void discard(Cell cell, Port in, long nowPs) {
    device.lose(cell, in, DropCause.REASSEMBLY, in, nowPs);
  }

  private CellStream stream(Cell cell) {
    long key = ((long) cell.from << 35) | ((long) cell.destination << 3) | cell.priority;
    CellStream stream = streams.get(key);
    if (stream == null) {
      stream = new CellStream();
      streams.put(key, stream);
    }
    return stream;
  }

  /** Shows every packet that waits here for cells, or for those before it. */
  void forEach(Consumer<Packet> visitor) {
    streams.values().forEach(stream -> stream.forEach(visitor));
  }
}
