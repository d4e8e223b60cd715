package dev.headroom.sim.conservation;

import dev.headroom.model.knob.ClassSchedule;
import dev.headroom.sim.build.SimulatedNetwork;
import dev.headroom.sim.credit.CreditLink;
import dev.headroom.sim.credit.CreditReceiver;
import dev.headroom.sim.fabric.ClassQueue;
import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.measure.Deadlock;
import dev.headroom.sim.measure.PauseSpan;
import dev.headroom.sim.packet.Packet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Search for pauses that can never end, in a network at an instant between events. It only reads.
 *
 * <p>A paused class of a port waits for the ingress at the other end of its link to fall below its
 * threshold, which it does only as packets leave that came in through it. Where all of those stand
 * in classes of ports that are paused too, it waits for these. What can be taken away from the
 * paused classes, as waiting for one that is not paused or for nothing, is taken away, again and
 * again; what is left waits for itself. No packet there can move any more. A class that lacks
 * credit waits likewise, for room in the input buffer at the other end of its link.
 */
public final class DeadlockSearch {
  /** The paused classes, and for each those of the next switch that must send first. */
  private final Map<ClassQueue, Set<ClassQueue>> waits = new LinkedHashMap<>();

  private final long nowPs;

  private DeadlockSearch(long nowPs) {
    this.nowPs = nowPs;
  }

  /** The deadlock at a time between two windows, or none. */
  public static Deadlock in(SimulatedNetwork network, long nowPs) {
    DeadlockSearch search = new DeadlockSearch(nowPs);
    search.addPaused(network);
    if (!search.waits.isEmpty()) {
      ConservationCheck.forEachQueued(network, search::addPacket);
      search.removeProgressing();
    }
    return search.waits.isEmpty() ? Deadlock.NONE : search.found();
  }

  private void addPaused(SimulatedNetwork network) {
    for (Port[] own : network.ports()) {
      for (Port port : own) {
        for (int rest = port.paused(); rest != 0; rest &= rest - 1) {
          int c = Integer.numberOfTrailingZeros(rest);
          ClassQueue classQueue = port.classQueueIfUsed(c);
          ClassQueue by = port.peer().classQueueIfUsed(c);
          boolean asked =
              port.link.hasCredits() ? lacksCredit(port, classQueue) : by != null && by.xoff;
          if (asked
              && classQueue != null
              && classQueue.paused
              && classQueue.record.untilPs() > nowPs) {
            waits.put(classQueue, new LinkedHashSet<>());
          }
        }
      }
    }
  }

  /** Whether a class would have to wait even if its peer told of all that is free now. */
  private static boolean lacksCredit(Port port, @Nullable ClassQueue classQueue) {
    if (classQueue == null || classQueue.head == null) {
      return false;
    }
    CreditReceiver granter = CreditLink.of(port.peer()).granter;
    int[] limits = IntStream.range(0, ClassSchedule.CLASSES).map(granter::limit).toArray();
    return !CreditLink.of(port).sender.fits(classQueue.head, limits);
  }

  private void addPacket(Packet packet, ClassQueue queue) {
    ClassQueue ingress = ClassQueue.chargedFor(packet);
    if (ingress == null) {
      return;
    }
    boolean shared =
        ingress.port.link.hasCredits() && CreditLink.of(ingress.port).settings().pool() != null;
    for (int c = 0; c < ClassSchedule.CLASSES; c++) {
      ClassQueue before = ingress.port.peer().classQueueIfUsed(c);
      Set<ClassQueue> first = before == null ? null : waits.get(before);
      if (first != null && (shared || c == ingress.priority)) {
        first.add(queue);
      }
    }
  }

  private void removeProgressing() {
    boolean changed = true;
    while (changed) {
      Set<ClassQueue> held = Set.copyOf(waits.keySet());
      changed = waits.values().removeIf(first -> first.isEmpty() || !held.containsAll(first));
    }
  }

  private Deadlock found() {
    List<PauseSpan> pauses = new ArrayList<>();
    BitSet flows = new BitSet();
    for (ClassQueue classQueue : waits.keySet()) {
      pauses.add(classQueue.record.open(classQueue, nowPs));
      for (Packet packet = classQueue.head; packet != null; packet = packet.next) {
        flows.set(packet.flow);
      }
    }
    return new Deadlock(ring(), pauses, flows);
  }

  /** Who waits for whom, from any of them on until one comes again. */
  private List<Integer> ring() {
    List<ClassQueue> way = new ArrayList<>();
    ClassQueue at = waits.keySet().iterator().next();
    while (!way.contains(at)) {
      way.add(at);
      at = Objects.requireNonNull(waits.get(at)).iterator().next();
    }
    return way.subList(way.indexOf(at), way.size()).stream()
        .map(classQueue -> classQueue.port.device.node)
        .toList();
  }
}
