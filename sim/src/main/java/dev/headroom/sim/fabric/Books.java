package dev.headroom.sim.fabric;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.measure.DropCause;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * An audit of a network that stands still: where every packet is, and whether all counters agree.
 * It only reads, and costs nothing while nobody asks.
 *
 * <p>What must hold, for each switch S and class, with sums over its ports and their peers:
 *
 * <pre>
 *   sent by peers = on the wires to S + queued in S + sent by S + dropped at S
 * </pre>
 *
 * and for each ingress of S: bytes charged = cells of the packets queued in S that came through it.
 * Where links are under credits {@link CreditBooks} has more.
 */
public final class Books {
  private static final int CLASSES = ClassSchedule.CLASSES;

  /** Pauses shorter than this may run out before they are said again. */
  private static final long SHORT_QUANTA = 4_096;

  private final Network network;
  private final long nowPs;
  private final List<String> faults = new ArrayList<>();
  private final long[][] onWire;
  private int inUse;
  private int cells;

  private Books(Network network, long nowPs) {
    this.network = network;
    this.nowPs = nowPs;
    int ports = 0;
    for (Port[] own : network.ports()) {
      ports += own.length;
    }
    onWire = new long[ports][CLASSES];
  }

  /** Packets that are inside devices, in no queue: not yet sent, placed or put together again. */
  public static int held(Network network) {
    int held = 0;
    for (Port[] own : network.ports()) {
      held += own.length == 0 ? 0 : own[0].device.held();
    }
    return held;
  }

  /** What does not add up at a time between two windows, in words; empty when all does. */
  public static List<String> faults(Network network, long nowPs) {
    Books books = new Books(network, nowPs);
    books.countWires();
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        books.checkQueues(port);
        books.checkPauses(port);
      }
    }
    network.switches().forEach(books::checkSwitch);
    books.checkPools();
    books.checkTotals();
    books.faults.addAll(CreditBooks.faults(network));
    return List.copyOf(books.faults);
  }

  /**
   * Shows every packet on a wire, those between two partitions included, with the port that it is
   * on its way to.
   */
  public static void forEachOnWire(Network network, BiConsumer<Packet, Port> visitor) {
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        for (Packet p = port.firstArriving(); p != null; p = p.next) {
          visitor.accept(p, port);
        }
        for (Packet p = port.link.heldForReplay(); p != null; p = p.next) {
          visitor.accept(p, port);
        }
      }
    }
    for (Partition partition : network.partitions()) {
      for (Outbox box : partition.inbox()) {
        box.forEachPacket(visitor);
      }
    }
  }

  /** Shows every packet in a queue, with that queue. */
  public static void forEachQueued(Network network, BiConsumer<Packet, Lane> visitor) {
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        for (int c = 0; c < CLASSES; c++) {
          Lane lane = port.laneIfUsed(c);
          for (Packet p = lane == null ? null : lane.head; p != null; p = p.next) {
            visitor.accept(p, lane);
          }
        }
      }
    }
  }

  private void countWires() {
    forEachOnWire(
        network,
        (packet, port) -> {
          onWire[port.id][packet.priority]++;
          count(packet);
        });
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        long lastPs = Long.MIN_VALUE;
        for (Packet p = port.firstArriving(); p != null; p = p.next) {
          if (p.next != null) {
            expect(
                p.followerPs >= lastPs, port, "holds a packet that overtook another on its wire");
            lastPs = p.followerPs;
          }
        }
      }
    }
  }

  private void checkQueues(Port port) {
    for (int c = 0; c < CLASSES; c++) {
      Lane lane = port.laneIfUsed(c);
      if (lane == null) {
        continue;
      }
      long bytes = 0;
      Packet last = null;
      for (Packet p = lane.head; p != null; p = p.next) {
        bytes += p.bytes;
        last = p;
        count(p);
      }
      expect(
          lane.queuedBytes == bytes,
          port,
          "class " + c + " counts " + lane.queuedBytes + " B queued and holds " + bytes);
      expect(lane.tail == last || lane.head == null, port, "class " + c + " has lost its tail");
    }
  }

  /** A cell is no packet, but the last one of each carries one. */
  private void count(Packet packet) {
    if (!(packet instanceof Cell cell)) {
      inUse++;
    } else {
      cells++;
      inUse += cell.whole == null ? 0 : 1;
    }
  }

  private static long trimmed(Port port, int c) {
    Lane lane = port.laneIfUsed(c);
    return lane == null ? 0 : lane.record.trims;
  }

  // --- switches ---------------------------------------------------------------------------------

  private void checkSwitch(Switch device) {
    Port[] own = network.ports()[device.node];
    long[][] charged = new long[own.length][CLASSES];
    long[] queued = new long[CLASSES];
    for (Port port : own) {
      for (int c = 0; c < CLASSES; c++) {
        Lane lane = port.laneIfUsed(c);
        for (Packet p = lane == null ? null : lane.head; p != null; p = p.next) {
          queued[c]++;
          Lane ingress = p.ingress;
          if (ingress == null && p instanceof Cell) {
            continue; // one with nothing in it
          }
          if (ingress == null || ingress.port.device != device) {
            expect(false, port, "queues a packet that was never admitted");
          } else {
            charged[ingress.port.number()][ingress.priority] += charge(device, p);
          }
        }
      }
    }
    device.forEachHeld(packet -> {
      Lane ingress = packet.ingress;
      if (ingress != null) {
        charged[ingress.port.number()][ingress.priority] += charge(device, packet);
      }
    });
    checkBuffer(device, own, charged);
    long cameInAll = 0;
    long wentInAll = 0;
    for (int c = 0; c < CLASSES; c++) {
      long came = device.made(c);
      long went = queued[c];
      for (Port port : own) {
        came += sent(port.peer(), c) - onWire[port.id][c] - trimmed(port, c);
        went += sent(port, c) + dropped(port, c);
        for (int from = 0; device.trimsInto(c) && from < CLASSES; from++) {
          came += trimmed(port, from);
        }
      }
      cameInAll += came;
      wentInAll += went;
      expect(
          came == went || device.mapsClasses(),
          own[0],
          "class %d of the whole switch: %d packets came, %d were sent, dropped or are queued"
              .formatted(c, came, went));
    }
    expect(
        cameInAll == wentInAll,
        own[0],
        "%d packets came, %d were sent, dropped or are queued".formatted(cameInAll, wentInAll));
  }

  private void checkBuffer(Switch device, Port[] own, long[][] charged) {
    SharedBuffer buffer = device.buffer();
    long shared = 0;
    for (Port port : own) {
      for (int c = 0; c < CLASSES; c++) {
        Lane ingress = port.laneIfUsed(c);
        if (ingress == null) {
          continue;
        }
        long held = ingress.occupiedBytes + ingress.headroomBytes;
        long known = charged[port.number()][c];
        expect(
            forgets(own) ? held >= known : held == known,
            port,
            "class %d is charged %d B for packets of %d B"
                .formatted(c, held, charged[port.number()][c]));
        expect(
            ingress.headroomBytes >= 0 && ingress.headroomBytes <= ingress.headroomLimit(),
            port,
            "class "
                + c
                + " has "
                + ingress.headroomBytes
                + " B in a headroom of "
                + ingress.headroomLimit());
        expect(!ingress.xoff || held > 0, port, "class " + c + " holds its peer back and is empty");
        if (device.inputs.hold(c)) {
          long occupied = port.link.credits().granter.occupied(c);
          expect(
              held == occupied * device.inputs.unitBytes(),
              port,
              "class %d counts %d B in its input buffer and %d blocks"
                  .formatted(c, held, occupied));
        } else {
          shared += buffer.sharedOf(ingress);
        }
      }
    }
    expect(
        buffer.sharedUsed() == shared && shared <= buffer.shared(),
        own[0],
        "the switch counts %d B of shared buffer in use, its ingresses %d, there are %d"
            .formatted(buffer.sharedUsed(), shared, buffer.shared()));
  }

  /**
   * Whether a link went down in the way of a simulator that then keeps the room of what it lost.
   */
  static boolean forgets(Port[] own) {
    for (Port port : own) {
      if (port.home.events.keepsInsertionOrder() && port.link.lastDownPs() >= 0) {
        return true;
      }
    }
    return false;
  }

  private static long charge(Switch device, Packet packet) {
    return device.inputs.hold(packet)
        ? device.inputs.bytes(packet)
        : device.buffer().charge(packet);
  }

  private static long sent(Port port, int priority) {
    Lane lane = port.laneIfUsed(priority);
    return lane == null ? 0 : lane.packets;
  }

  private static long dropped(Port port, int priority) {
    Lane lane = port.laneIfUsed(priority);
    return lane == null ? 0 : lane.record.drops;
  }

  // --- pauses -----------------------------------------------------------------------------------

  /** Every XOFF has an XON, or runs out, or holds still. */
  private void checkPauses(Port port) {
    if (port.link.hasCredits()) {
      return; // held classes are CreditBooks'
    }
    Port peer = port.peer();
    if (peer.link.mayLosePauses()) {
      return;
    }
    if (port.device instanceof Switch at && at.mapsClasses()) {
      return; // what a pause stops need not have the number of what asked for it
    }
    for (int c = 0; c < CLASSES; c++) {
      Lane asking = port.laneIfUsed(c);
      Lane paused = peer.laneIfUsed(c);
      boolean told = asking != null && asking.record.xoffTold;
      boolean stands = paused != null && paused.paused && paused.record.untilPs() > nowPs;
      if (asking != null && asking.xoff != asking.record.xoffTold && !port.isDown()) {
        expect(port.isToTell(c), port, "class " + c + " does not tell its peer that it changed");
      }
      if (port.isDown() || port.isToTell(c) || peer.link.ignores(c)) {
        continue;
      }
      if (stands && !told) {
        expect(onItsWay(peer, c, true), peer, "class " + c + " is paused and no XON will come");
      }
      long quanta = port.settings.pauseQuanta();
      if (told && !stands && (quanta == 0 || quanta >= SHORT_QUANTA)) {
        expect(
            onItsWay(peer, c, false), peer, "class " + c + " sends although it was told to pause");
      }
    }
  }

  private static boolean onItsWay(Port to, int priority, boolean xon) {
    return to.link.pfc.isComing(priority, xon)
        || to.home.inbox().stream().anyMatch(box -> box.holdsPause(to, priority, xon));
  }

  // --- totals -----------------------------------------------------------------------------------

  private void checkPools() {
    int taken = -network.depot().free();
    inUse += held(network);
    for (Partition partition : network.partitions()) {
      taken += partition.pool.inUse();
    }
    if (taken != inUse) {
      faults.add(
          "%d packets are in use, of which %d are queued or on wires".formatted(taken, inUse));
    }
    int cellsTaken = -network.cellDepot().free();
    for (Partition partition : network.partitions()) {
      cellsTaken += partition.cells.inUse();
    }
    if (cellsTaken != cells) {
      faults.add(
          "%d cells are in use, of which %d are queued or on wires".formatted(cellsTaken, cells));
    }
  }

  private void checkTotals() {
    long crossed = 0;
    long laneDrops = 0;
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        for (int c = 0; c < CLASSES; c++) {
          crossed += sent(port.peer(), c) - onWire[port.id][c];
          laneDrops += dropped(port, c);
        }
      }
    }
    long hops = 0;
    long drops = 0;
    long cut = 0;
    for (Partition partition : network.partitions()) {
      hops += partition.packetHops();
      cut += partition.drops(DropCause.LINK_DOWN);
      for (DropCause cause : DropCause.values()) {
        drops += partition.drops(cause);
      }
    }
    if (drops != laneDrops) {
      faults.add("%d packets dropped by cause, %d by port".formatted(drops, laneDrops));
    }
    if (hops > crossed || hops < crossed - cut) {
      faults.add(
          "%d links crossed, but %d packets came to the end of one and %d at most were cut off"
              .formatted(hops, crossed, cut));
    }
  }

  private void expect(boolean holds, Port port, String otherwise) {
    if (!holds) {
      faults.add("%s port %d: %s".formatted(port.device.name, port.number(), otherwise));
    }
  }
}
