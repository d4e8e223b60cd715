package dev.headroom.sim.conservation;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.credit.CreditLink;
import dev.headroom.sim.fabric.ClassQueue;
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
 * Where links are under credits {@link CreditConservation} has more.
 */
public final class ConservationCheck {
  private static final int CLASSES = ClassSchedule.CLASSES;

  /** Pauses shorter than this may run out before they are said again. */
  private static final long SHORT_QUANTA = 4_096;

  private final SimulatedNetwork network;
  private final long nowPs;
  private final List<String> violations = new ArrayList<>();
  private final long[][] onWire;
  private int inUse;
  private int cells;

  private ConservationCheck(SimulatedNetwork network, long nowPs) {
    this.network = network;
    this.nowPs = nowPs;
    int ports = 0;
    for (Port[] own : network.ports()) {
      ports += own.length;
    }
    onWire = new long[ports][CLASSES];
  }

  /** Packets that are inside devices, in no queue: not yet sent, placed or put together again. */
  public static int held(SimulatedNetwork network) {
    int held = 0;
    for (Port[] own : network.ports()) {
      held += own.length == 0 ? 0 : own[0].device.heldPackets();
    }
    return held;
  }

  /** What does not add up at a time between two windows, in words; empty when all does. */
  public static List<String> violations(SimulatedNetwork network, long nowPs) {
    ConservationCheck conservationCheck = new ConservationCheck(network, nowPs);
    conservationCheck.countWires();
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        conservationCheck.checkQueues(port);
        conservationCheck.checkPauses(port);
      }
    }
    network.switches().forEach(conservationCheck::checkSwitch);
    conservationCheck.checkPools();
    conservationCheck.checkTotals();
    conservationCheck.violations.addAll(CreditConservation.faults(network));
    return List.copyOf(conservationCheck.violations);
  }

  /**
   * Shows every packet on a wire, those between two partitions included, with the port that it is
   * on its way to.
   */
  public static void forEachOnWire(SimulatedNetwork network, BiConsumer<Packet, Port> visitor) {
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
  public static void forEachQueued(
      SimulatedNetwork network, BiConsumer<Packet, ClassQueue> visitor) {
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        for (int c = 0; c < CLASSES; c++) {
          ClassQueue classQueue = port.classQueueIfUsed(c);
          for (Packet p = classQueue == null ? null : classQueue.head; p != null; p = p.next) {
            visitor.accept(p, classQueue);
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
              fault(port, "holds a packet that overtook another packet on its wire");
            }
            lastPs = p.followerPs;
          }
        }
      }
    }
  }

  private void checkQueues(Port port) {
    for (ClassQueue classQueue : port.link.classQueues) {
      if (classQueue != null) {
        checkQueue(port, classQueue);
      }
    }
  }

  private void checkQueue(Port port, ClassQueue classQueue) {
    long bytes = 0;
    Packet last = null;
    for (Packet p = classQueue.head; p != null; p = p.next) {
      bytes += p.bytes;
      last = p;
      count(p);
    }
    if (classQueue.queuedBytes != bytes) {
      fault(
          port,
          "class %d counts %d B queued but holds %d B"
              .formatted(classQueue.priority, classQueue.queuedBytes, bytes));
    }
    if (classQueue.tail != last && classQueue.head != null) {
      fault(port, "class " + classQueue.priority + " has no tail packet");
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
      for (ClassQueue classQueue : port.link.classQueues) {
        if (classQueue != null) {
          went[classQueue.priority] +=
              classQueue.packets + classQueue.record.drops + queued(classQueue);
          came[classQueue.priority] -= classQueue.record.trims;
          trimmed += classQueue.record.trims;
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
    for (ClassQueue sender : port.peer().link.classQueues) {
      if (sender != null) {
        to[sender.priority] += sender.packets;
      }
    }
    for (int c = 0; c < CLASSES; c++) {
      to[c] -= onWire[port.id][c];
    }
  }

  private static int queued(ClassQueue classQueue) {
    int queued = 0;
    for (Packet p = classQueue.head; p != null; p = p.next) {
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
            "class %d of the whole switch: %d packets arrived, but %d were sent, dropped or are queued"
                .formatted(c, came[c], went[c]));
      }
    }
    if (cameInAll != wentInAll) {
      fault(
          at,
          "%d packets arrived, but %d were sent, dropped or are queued"
              .formatted(cameInAll, wentInAll));
    }
  }

  /** What each ingress should be charged for the packets that are in a switch. */
  private long[][] charged(Switch device, Port[] own) {
    long[][] charged = new long[own.length][CLASSES];
    for (Port port : own) {
      for (ClassQueue classQueue : port.link.classQueues) {
        for (Packet p = classQueue == null ? null : classQueue.head; p != null; p = p.next) {
          ClassQueue ingress = ClassQueue.chargedFor(p);
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
      ClassQueue ingress = ClassQueue.chargedFor(packet);
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
      for (ClassQueue ingress : port.link.classQueues) {
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
          "the switch counts %d B of shared buffer in use, its ingresses count %d B, and the shared buffer has %d B"
              .formatted(buffer.sharedUsed(), shared, buffer.shared()));
    }
  }

  private void checkIngress(ClassQueue ingress, long known, boolean forgets) {
    long held = ingress.occupiedBytes + ingress.headroomBytes;
    if (forgets ? held < known : held != known) {
      fault(
          ingress.port,
          "class %d is charged %d B for packets of %d B".formatted(ingress.priority, held, known));
    }
    if (ingress.headroomBytes < 0 || ingress.headroomBytes > ingress.headroomLimit()) {
      fault(
          ingress.port,
          "class %d has %d B in a headroom of %d B"
              .formatted(ingress.priority, ingress.headroomBytes, ingress.headroomLimit()));
    }
    if (ingress.xoff && held <= 0) {
      fault(ingress.port, "class " + ingress.priority + " is empty but still pauses its peer");
    }
  }

  private void checkInput(Switch device, ClassQueue ingress) {
    long held = ingress.occupiedBytes + ingress.headroomBytes;
    long occupied = CreditLink.of(ingress.port).granter.occupied(ingress.priority);
    if (held != occupied * device.inputs.unitBytes()) {
      fault(
          ingress.port,
          "class %d counts %d B in its input buffer but %d blocks"
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
      return; // held classes are CreditConservation'
    }
    Port peer = port.peer();
    if (peer.link.mayLosePauses()) {
      return;
    }
    if (port.device instanceof Switch at && at.mapsClasses()) {
      return; // what a pause stops need not have the number of what asked for it
    }
    for (int c = 0; c < CLASSES; c++) {
      ClassQueue asking = port.classQueueIfUsed(c);
      ClassQueue paused = peer.classQueueIfUsed(c);
      if (asking == null && paused == null) {
        continue;
      }
      boolean told = asking != null && asking.record.xoffSent;
      boolean stands = paused != null && paused.paused && paused.record.untilPs() > nowPs;
      if (asking != null
          && asking.xoff != asking.record.xoffSent
          && !port.isDown()
          && !port.isFlowControlPending(c)) {
        fault(
            port, "class " + c + " has a changed pause state that it does not signal to its peer");
      }
      if (port.isDown() || port.isFlowControlPending(c) || peer.link.ignores(c)) {
        continue;
      }
      if (stands && !told && !isInFlight(peer, c, true)) {
        fault(peer, "class " + c + " is paused, and no XON is on its way");
      }
      long quanta = port.settings.pauses().quanta();
      boolean lasts = quanta == 0 || quanta >= SHORT_QUANTA;
      if (told && !stands && lasts && !isInFlight(peer, c, false)) {
        fault(peer, "class " + c + " sends although its peer paused it");
      }
    }
  }

  private static boolean isInFlight(Port to, int priority, boolean xon) {
    return to.link.pauses.isComing(priority, xon)
        || to.partition.inbox().stream().anyMatch(box -> box.holdsPause(to, priority, xon));
  }

  // --- totals -----------------------------------------------------------------------------------

  private void checkPools() {
    int taken = -network.depot().free();
    inUse += held(network);
    for (Partition partition : network.partitions()) {
      taken += partition.pool.inUse();
    }
    if (taken != inUse) {
      violations.add(
          "%d packets are in use, but %d are queued or on wires".formatted(taken, inUse));
    }
    int cellsTaken = -network.cellDepot().free();
    for (Partition partition : network.partitions()) {
      cellsTaken += partition.cells.inUse();
    }
    if (cellsTaken != cells) {
      violations.add(
          "%d cells are in use, but %d are queued or on wires".formatted(cellsTaken, cells));
    }
  }

  private void checkTotals() {
    long laneDrops = 0;
    long[] arrived = new long[CLASSES];
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        addArrived(port, arrived);
        for (ClassQueue classQueue : port.link.classQueues) {
          laneDrops += classQueue == null ? 0 : classQueue.record.drops;
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
      violations.add(
          "%d packets were dropped by cause, but %d by port".formatted(drops, laneDrops));
    }
    if (hops > crossed || hops < crossed - cut) {
      violations.add(
          "packets crossed %d links, but %d arrived at the end of a link and at most %d were cut off"
              .formatted(hops, crossed, cut));
    }
  }

  private void fault(Port port, String what) {
    violations.add("%s port %d: %s".formatted(port.device.name, port.number(), what));
  }
}
