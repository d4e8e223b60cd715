package dev.headroom.sim.conservation;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.credit.CreditLink;
import dev.headroom.sim.credit.CreditReceiver;
import dev.headroom.sim.credit.CreditSender;
import dev.headroom.sim.credit.CreditUnits;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.Port;
import java.util.ArrayList;
import java.util.List;

/**
 * Conservation check of credits in a network at an instant between events. Of the blocks of an
 * input buffer each is in one place: held as credit by the sender, on the way to it, not yet told,
 * in flight as part of a packet, lost with one, or in use:
 *
 * <pre>
 *   FCCL at the sender - FCTBS + (limit last told - FCCL) + (limit - limit told)
 *     + blocks on the wire + blocks lost + blocks occupied = blocks of the buffer
 * </pre>
 */
final class CreditConservation {
  private final List<String> faults = new ArrayList<>();
  private final int[][] onWire;

  private CreditConservation(SimulatedNetwork network) {
    int ports = 0;
    for (Port[] own : network.ports()) {
      ports += own.length;
    }
    onWire = new int[ports][ClassSchedule.CLASSES];
  }

  /** What does not add up, in words; empty when all does, and where there are no credits. */
  static List<String> faults(SimulatedNetwork network) {
    if (!isOnCredit(network)) {
      return List.of();
    }
    CreditConservation books = new CreditConservation(network);
    ConservationCheck.forEachOnWire(
        network,
        (packet, port) ->
            books.onWire[port.id][packet.priority] +=
                port.link.hasCredits()
                    ? CreditLink.of(port).settings().count().of(packet.bytes)
                    : 0);
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        if (port.link.hasCredits() && !port.isDown()) {
          books.check(port);
        }
      }
    }
    return books.faults;
  }

  private static boolean isOnCredit(SimulatedNetwork network) {
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        if (port.link.hasCredits()) {
          return true;
        }
      }
    }
    return false;
  }

  private void check(Port port) {
    CreditLink link = CreditLink.of(port);
    for (int c = 0; c < ClassSchedule.CLASSES; c++) {
      if (link.settings().covers(c)) {
        check(port, link.granter, CreditLink.of(port.peer()), c);
        checkHeld(port, link.sender, c);
      }
    }
  }

  private void check(Port port, CreditReceiver granter, CreditLink peer, int c) {
    CreditUnits count = CreditLink.of(port).settings().count();
    int size = CreditLink.of(port).settings().bufferBlocks();
    int free = granter.free(c);
    if (free < 0 || free > size) {
      fault(port, c, "has %d of %d blocks free".formatted(free, size));
    }
    int grants = granter.beyond(c);
    // The mail last: to look through it takes longer than all the rest, and is seldom asked for.
    if (granter.advertiser.advertised(c) != peer.sender.limit(c)
        && !port.isFlowControlPending(c)
        && !CreditLink.of(port.peer()).isComing(c)
        && !isInOutbox(port.peer(), c)) {
      fault(
          port,
          c,
          "sent its peer a limit of %d, the peer has %d, and no update is on its way"
              .formatted(granter.advertiser.advertised(c), peer.sender.limit(c)));
    }
    int lost = count.wrap(peer.sender.sent(c) - granter.received(c) - onWire[port.id][c]);
    ClassQueue classQueue = port.classQueueIfUsed(c);
    if (lost != 0 && (classQueue == null || classQueue.record.drops == 0)) {
      fault(
          port,
          c,
          "has %d blocks more than its peer sent it, and they are not on the wire"
              .formatted(-lost));
    }
    int available = count.wrap(peer.sender.limit(c) - peer.sender.sent(c));
    int toCome = count.wrap(granter.advertiser.advertised(c) - peer.sender.limit(c));
    int toTell = count.wrap(granter.received(c) + grants - granter.advertiser.advertised(c));
    int sum = count.wrap(available + toCome + toTell + onWire[port.id][c] + lost - grants);
    if (sum != 0) {
      fault(
          port,
          c,
          "of %d free blocks: %d are held as credit, %d are on their way, %d are not yet advertised, %d are on the wire, %d are lost"
              .formatted(free, available, toCome, toTell, onWire[port.id][c], lost));
    }
    boolean pooled = CreditLink.of(port).settings().pool() != null;
    if (!pooled && available > count.most()) {
      fault(port, c, "received %d blocks more than it granted".formatted(count.wrap(-available)));
    }
  }

  /** A class is held if and only if there is no credit for its first packet. */
  private void checkHeld(Port port, CreditSender sender, int c) {
    ClassQueue classQueue = port.classQueueIfUsed(c);
    if (classQueue != null
        && classQueue.paused
        && (classQueue.head == null || sender.fits(classQueue.head))) {
      fault(port, c, "is blocked although it has credit");
    }
  }

  private static boolean isInOutbox(Port to, int c) {
    return to.partition.inbox().stream().anyMatch(box -> box.holdsPause(to, c, false));
  }

  private void fault(Port port, int c, String what) {
    faults.add("%s port %d: class %d %s".formatted(port.device.name, port.number(), c, what));
  }
}
