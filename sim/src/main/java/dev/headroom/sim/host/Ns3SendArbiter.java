package dev.headroom.sim.host;

import dev.headroom.sim.fabric.Port;
import dev.headroom.sim.kernel.EventQueue;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Round robin of Alibaba's HPCC simulator ({@code RdmaEgressQueue::GetNextQindex}): queue pairs are
 * in a list in order of their creation, which is walked after each packet from the position of the
 * last one. A queue pair that starts while another sends is thus next, and not behind it. Those
 * done are taken out when a walk meets them, which does not move the mark of the last one. Costs a
 * walk of the list for each packet.
 */
final class Ns3SendArbiter extends SendArbiter {
  private static final int NONE = -1;

  private final SendClasses classes;
  private final List<PacketSender> list = new ArrayList<>();
  private @Nullable Ns3QueuePairTable table;
  private int last;

  /** Classes that a pause holds back, as bits, when the port asked last. */
  private int held;

  Ns3SendArbiter(SendClasses classes) {
    this.classes = classes;
  }

  /** A walk meets all, and takes out those done, even while nobody may send. */
  @Override
  boolean isHeld(Port port) {
    held = classes.pausedClassesAt(port);
    return false;
  }

  /** Remembers in what order routes that change put queue pairs. */
  void remember(int[] addresses) {
    table = new Ns3QueuePairTable(addresses, classes);
  }

  @Override
  void admit(PacketSender sender, long nowPs) {
    if (!sender.listed && table != null) {
      table.add(sender);
    }
    defer(sender);
  }

  /**
   * Puts all into the list anew, since routes have changed; the mark of the last one stays.
   *
   * @param looks what is done after each: it may be its turn
   */
  void relist(Runnable looks) {
    if (table == null) {
      return;
    }
    list.forEach(sender -> sender.listed = false);
    list.clear();
    for (PacketSender sender : table.inOrder()) {
      defer(sender);
      looks.run();
    }
  }

  @Override
  void defer(PacketSender sender) {
    if (!sender.listed && !sender.isDone()) {
      sender.listed = true;
      list.add(sender);
    }
  }

  @Override
  void moved(PacketSender sender) {}

  @Override
  @Nullable PacketSender take(long nowPs) {
    int chosen = NONE;
    int done = NONE;
    int size = list.size();
    for (int step = 1; step <= size && chosen == NONE; step++) {
      int at = (last + step) % size;
      PacketSender sender = list.get(at);
      if ((held >>> classes.of(sender) & 1) == 0 && sender.canSend(nowPs)) {
        chosen = sender.nextSendPs <= nowPs ? at : NONE;
      } else if (sender.isDone() && (done == NONE || at < done)) {
        done = at;
      }
    }
    if (chosen == NONE) {
      takeOut(done, NONE);
      return null;
    }
    PacketSender next = list.get(chosen);
    last = takeOut(done, chosen);
    return last < list.size() ? list.get(last) : next;
  }

  /**
   * Takes out those done from a place on; returns where the chosen one is afterwards. If that is
   * done itself, since ACKs have passed it after it went back, it is taken out with them and its
   * place stays the chosen one: whoever has moved there sends, allowed to or not, and if that is
   * beyond the end it sends itself, for the last time.
   *
   * @param from {@link #NONE}: nobody is done
   */
  private int takeOut(int from, int chosen) {
    if (from == NONE) {
      return chosen;
    }
    int moved = chosen;
    int kept = from;
    for (int i = from; i < list.size(); i++) {
      PacketSender sender = list.get(i);
      if (i != from && !sender.isDone()) {
        moved = i == chosen ? kept : moved;
        list.set(kept++, sender);
      } else {
        sender.listed = false;
      }
    }
    list.subList(kept, list.size()).clear();
    return moved;
  }

  @Override
  long nextPs(long nowPs) {
    long next = EventQueue.NEVER;
    for (PacketSender sender : list) {
      // Even if its window is full. If its time has come nobody is waited for, in that simulator
      // either: the ACK that opens the window makes it look again.
      if (sender.hasMore()) {
        next = Math.min(next, sender.nextSendPs);
      }
    }
    return next;
  }
}
