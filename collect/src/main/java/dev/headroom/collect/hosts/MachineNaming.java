package dev.headroom.collect.hosts;

import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.host.HostName;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Naming of machines by their own files instead of their folder, whose name is kept as well. Where
 * two say the same name the first keeps it, in the order in which they were named however many
 * threads read, and the other has its folder behind it: {@code leaf1 (tuesday)}.
 */
final class MachineNaming {
  private final Set<String> taken = new HashSet<>();

  /** Those of them that are not their folder's. */
  private final Set<String> chosen = new HashSet<>();

  private final Set<Integer> ended = new HashSet<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition turned = lock.newCondition();
  private int turn;

  /**
   * The machine by its name. Waits for pieces before this one, each of which must come to {@link
   * #done}.
   *
   * @param piece the place of what it was read from among all that is read
   */
  HostFacts named(int piece, HostFacts host) {
    lock.lock();
    try {
      while (turn < piece) {
        turned.awaitUninterruptibly();
      }
      return named(host);
    } finally {
      lock.unlock();
    }
  }

  /** Nothing more is to be named of this piece. */
  void done(int piece) {
    lock.lock();
    try {
      ended.add(piece);
      while (ended.remove(turn)) {
        turn++;
      }
      turned.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Folders of one name, in different places, keep it as long as nobody calls itself so. */
  private HostFacts named(HostFacts host) {
    ReportedValue<String> own = host.hostName();
    String folder = host.name();
    boolean same = !own.isReported() || HostName.bare(own.get()).equals(HostName.bare(folder));
    if (same && !chosen.contains(key(folder))) {
      taken.add(key(folder));
      return host;
    }
    String wanted = same ? folder : own.get();
    String name = wanted;
    for (int next = same ? 2 : 1; !taken.add(key(name)); next++) {
      name = wanted + " (" + (same ? "" + next : next > 1 ? folder + ", " + next : folder) + ")";
    }
    chosen.add(key(name));
    return host.withReportedName(name);
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
