package dev.headroom.sim.books;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.build.Network;
import dev.headroom.sim.credit.CreditLink;
import dev.headroom.sim.fabric.Lane;
import dev.headroom.sim.fabric.Outbox;
import dev.headroom.sim.fabric.Partition;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.DropCause;
import dev.headroom.sim.packet.Cell;
import dev.headroom.sim.packet.Packet;
import dev.headroom.sim.switching.SharedBuffer;
import dev.headroom.sim.switching.Switch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Conservation check of a network at an instant between events: location of every packet, and
 * agreement of all counters. It only reads. Each run ends with one, so that no figure is shown of a
 * run that lost count.
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
            if (p.followerPs < lastPs) {
              fault(port, "holds a packet that overtook another on its wire");
            }
            lastPs = p.followerPs;
          }
        }
      }
    }
  }

  private void checkQueues(Port port) {
    for (Lane lane : port.link.lanes) {
      if (lane != null) {
        checkQueue(port, lane);
      }
    }
  }

  private void checkQueue(Port port, Lane lane) {
    long bytes = 0;
    Packet last = null;
    for (Packet p = lane.head; p != null; p = p.next) {
      bytes += p.bytes;
      last = p;
      count(p);
    }
    if (lane.queuedBytes != bytes) {
      fault(
          port,
          "class %d counts %d B queued and holds %d"
              .formatted(lane.priority, lane.queuedBytes, bytes));
    }
    if (lane.tail != last && lane.head != null) {
      fault(port, "class " + lane.priority + " has lost its tail");
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

  // --- switches ---------------------------------------------------------------------------------

  private void checkSwitch(Switch device) {
    Port[] own = network.ports()[device.node];
    long[][] charged = charged(device, own);
    checkBuffer(device, own, charged);
    long[] came = new long[CLASSES];
    long[] went = new long[CLASSES];
    long trimmed = 0;
    for (Port port : own) {
      for (Lane lane : port.link.lanes) {
        if (lane != null) {
          went[lane.priority] += lane.packets + lane.record.drops + queued(lane);
          came[lane.priority] -= lane.record.trims;
          trimmed += lane.record.trims;
        }
      }
      addArrived(port, came);
    }
    for (int c = 0; c < CLASSES; c++) {
      came[c] += device.made(c) + (device.trimsInto(c) ? trimmed : 0);
    }
    compare(own[0], device.mapsClasses(), came, went);
  }

  /** Adds what came in through a port, by class. */
  private void addArrived(Port port, long[] to) {
    for (Lane sender : port.peer().link.lanes) {
      if (sender != null) {
        to[sender.priority] += sender.packets;
      }
    }
    for (int c = 0; c < CLASSES; c++) {
      to[c] -= onWire[port.id][c];
    }
  }

  private static int queued(Lane lane) {
    int queued = 0;
    for (Packet p = lane.head; p != null; p = p.next) {
      queued++;
    }
    return queued;
  }

  private void compare(Port at, boolean mapsClasses, long[] came, long[] went) {
    long cameInAll = 0;
    long wentInAll = 0;
    for (int c = 0; c < CLASSES; c++) {
      cameInAll += came[c];
      wentInAll += went[c];
      if (came[c] != went[c] && !mapsClasses) {
        fault(
            at,
            "class %d of the whole switch: %d packets came, %d were sent, dropped or are queued"
                .formatted(c, came[c], went[c]));
      }
    }
    if (cameInAll != wentInAll) {
      fault(
          at,
          "%d packets came, %d were sent, dropped or are queued".formatted(cameInAll, wentInAll));
    }
  }

  /** What each ingress should be charged for the packets that are in a switch. */
  private long[][] charged(Switch device, Port[] own) {
    long[][] charged = new long[own.length][CLASSES];
    for (Port port : own) {
      for (Lane lane : port.link.lanes) {
        for (Packet p = lane == null ? null : lane.head; p != null; p = p.next) {
          Lane ingress = Lane.chargedFor(p);
          if (ingress == null && p instanceof Cell) {
            continue; // one with nothing in it
          }
          if (ingress == null || ingress.port.device != device) {
            fault(port, "queues a packet that was never admitted");
          } else {
            charged[ingress.port.number()][ingress.priority] += charge(device, p);
          }
        }
      }
    }
    device.forEachHeld(packet -> {
      Lane ingress = Lane.chargedFor(packet);
      if (ingress != null) {
        charged[ingress.port.number()][ingress.priority] += charge(device, packet);
      }
    });
    return charged;
  }

  private void checkBuffer(Switch device, Port[] own, long[][] charged) {
    SharedBuffer buffer = device.buffer();
    boolean forgets = forgets(own);
    long shared = 0;
    for (Port port : own) {
      for (Lane ingress : port.link.lanes) {
        if (ingress != null) {
          checkIngress(ingress, charged[port.number()][ingress.priority], forgets);
          if (device.inputs.hold(ingress.priority)) {
            checkInput(device, ingress);
          } else {
            shared += buffer.sharedOf(ingress);
          }
        }
      }
    }
    if (buffer.sharedUsed() != shared || shared > buffer.shared()) {
      fault(
          own[0],
          "the switch counts %d B of shared buffer in use, its ingresses %d, there are %d"
              .formatted(buffer.sharedUsed(), shared, buffer.shared()));
    }
  }

  private void checkIngress(Lane ingress, long known, boolean forgets) {
    long held = ingress.occupiedBytes + ingress.headroomBytes;
    if (forgets ? held < known : held != known) {
      fault(
          ingress.port,
          "class %d is charged %d B for packets of %d B".formatted(ingress.priority, held, known));
    }
    if (ingress.headroomBytes < 0 || ingress.headroomBytes > ingress.headroomLimit()) {
      fault(
          ingress.port,
          "class %d has %d B in a headroom of %d"
              .formatted(ingress.priority, ingress.headroomBytes, ingress.headroomLimit()));
    }
    if (ingress.xoff && held <= 0) {
      fault(ingress.port, "class " + ingress.priority + " holds its peer back and is empty");
    }
  }

  private void checkInput(Switch device, Lane ingress) {
    long held = ingress.occupiedBytes + ingress.headroomBytes;
    long occupied = CreditLink.of(ingress.port).granter.occupied(ingress.priority);
    if (held != occupied * device.inputs.unitBytes()) {
      fault(
          ingress.port,
          "class %d counts %d B in its input buffer and %d blocks"
              .formatted(ingress.priority, held, occupied));
    }
  }

  /**
   * Whether a link went down in the way of a simulator that then keeps the room of what it lost.
   */
  public static boolean forgets(Port[] own) {
    for (Port port : own) {
      if (port.events.keepsInsertionOrder() && port.link.lastDownPs() >= 0) {
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
      if (asking == null && paused == null) {
        continue;
      }
      boolean told = asking != null && asking.record.xoffTold;
      boolean stands = paused != null && paused.paused && paused.record.untilPs() > nowPs;
      if (asking != null
          && asking.xoff != asking.record.xoffTold
          && !port.isDown()
          && !port.isToTell(c)) {
        fault(port, "class " + c + " does not tell its peer that it changed");
      }
      if (port.isDown() || port.isToTell(c) || peer.link.ignores(c)) {
        continue;
      }
      if (stands && !told && !onItsWay(peer, c, true)) {
        fault(peer, "class " + c + " is paused and no XON will come");
      }
      long quanta = port.settings.pauses().quanta();
      boolean lasts = quanta == 0 || quanta >= SHORT_QUANTA;
      if (told && !stands && lasts && !onItsWay(peer, c, false)) {
        fault(peer, "class " + c + " sends although it was told to pause");
      }
    }
  }

  private static boolean onItsWay(Port to, int priority, boolean xon) {
    return to.link.pauses.isComing(priority, xon)
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
    long laneDrops = 0;
    long[] arrived = new long[CLASSES];
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        addArrived(port, arrived);
        for (Lane lane : port.link.lanes) {
          laneDrops += lane == null ? 0 : lane.record.drops;
        }
      }
    }
    long crossed = Arrays.stream(arrived).sum();
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

  private void fault(Port port, String what) {
    faults.add("%s port %d: %s".formatted(port.device.name, port.number(), what));
  }
}
