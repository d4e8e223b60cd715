package dev.headroom.sim.nic;

import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.model.unit.Time;
import dev.headroom.sim.measure.RegistrationCounts;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongLinkedOpenHashMap;

/**
 * What it takes to have the memory of a message registered before it is sent.
 *
 * <pre>
 *   region   = register + pages * registerPage          held by the thread that posts
 *   faults   = pageFault + (pages - 1) * nextPageFault  held by the queue pair
 * </pre>
 *
 * A queue pair sends from its buffers in turn, each of a message's size. Registered ahead both are
 * 0; for each message it is a region every time; cached only where the buffer is not among the
 * regions kept, of which the one not used longest is given up; on demand the pages of a buffer are
 * faulted in when it is first used, and again after they have been swapped out.
 */
public final class Registrar {
  private enum Manner {
    AHEAD,
    EACH,
    CACHED,
    ON_DEMAND
  }

  private final Manner manner;
  private final long regionPs;
  private final long faultsPs;
  private final int buffers;
  private final int kept;
  private final long pages;
  private final long regionBytes;

  /**
   * When pages that are not pinned are swapped out; {@code Long.MAX_VALUE}: never, or they were.
   */
  private long swapPs;

  private boolean swapped;

  private long hits;
  private long misses;
  private long again;
  private long evictions;

  /**
   * By queue pair how many messages it has sent; after two rounds of its buffers one is taken off.
   */
  private final Int2IntOpenHashMap next = new Int2IntOpenHashMap();

  /** Queue pair and buffer of what is registered or faulted in, the one not used longest first. */
  private final Long2LongLinkedOpenHashMap known = new Long2LongLinkedOpenHashMap();

  private Registrar(Manner manner, Settings own, long pages) {
    this.manner = manner;
    this.pages = pages;
    regionPs = own.get(MemoryKnobs.REGISTER).ps() + pages * own.get(MemoryKnobs.REGISTER_PAGE).ps();
    long faultPs = own.get(MemoryKnobs.PAGE_FAULT).ps();
    long nextPs = own.find(MemoryKnobs.NEXT_PAGE_FAULT).map(Time::ps).orElse(faultPs);
    faultsPs = faultPs + (pages - 1) * nextPs;
    regionBytes = pages * own.get(PcieKnobs.PAGE).bytes();
    swapPs =
        own.find(MemoryKnobs.LOST_AT)
            .filter(_ -> "swapped-out".equals(own.get(MemoryKnobs.LOSS)))
            .map(Time::ps)
            .orElse(Long.MAX_VALUE);
    buffers = Math.toIntExact(own.get(MemoryKnobs.BUFFERS));
    kept = Math.toIntExact(own.get(MemoryKnobs.REGISTRATIONS));
  }

  /** What a scenario says for a host. */
  public static Registrar of(Settings own) {
    Manner manner =
        switch (own.get(MemoryKnobs.REGISTRATION)) {
          case "each" -> Manner.EACH;
          case "cached" -> Manner.CACHED;
          case "on-demand" -> Manner.ON_DEMAND;
          default -> Manner.AHEAD; // and never, which costs nothing either
        };
    long message = own.get(TransportKnobs.MESSAGE_SIZE).bytes();
    long pages = Math.max(1, Math.ceilDiv(message, own.get(PcieKnobs.PAGE).bytes()));
    return new Registrar(manner, own, pages);
  }

  /** What the next message of a queue pair costs the thread that posts it, in picoseconds. */
  public long threadPs(int queuePair) {
    return switch (manner) {
      case AHEAD, ON_DEMAND -> 0;
      case EACH -> {
        misses++;
        yield regionPs;
      }
      case CACHED -> isKnown(queuePair, kept) ? 0 : regionPs;
    };
  }

  /** What it costs that message alone, in picoseconds. */
  public long faultPs(int queuePair, long nowPs) {
    if (manner != Manner.ON_DEMAND) {
      return 0;
    }
    if (nowPs >= swapPs) {
      known.clear();
      swapped = true;
      swapPs = Long.MAX_VALUE;
    }
    return isKnown(queuePair, Integer.MAX_VALUE) ? 0 : faultsPs;
  }

  /**
   * When the fault of a message begins that the NIC takes up now: it was posted long ago, maybe,
   * and its page was there then.
   */
  public long faultAtPs(long knownPs, long nowPs) {
    return swapped ? Math.max(knownPs, nowPs) : knownPs;
  }

  /** Whether the buffer that comes next is there; it is from now on, and others may not be. */
  private boolean isKnown(int queuePair, int most) {
    int before = next.addTo(queuePair, 1);
    if (before == 2 * buffers - 1) {
      next.put(queuePair, buffers); // as good a number, and it does not overflow
    }
    long key = (long) queuePair << 32 | before % buffers;
    if (known.containsKey(key)) {
      known.getAndMoveToLast(key);
      hits++;
      return true;
    }
    misses++;
    again += before < buffers ? 0 : 1;
    if (known.size() == most) {
      known.removeFirstLong();
      evictions++;
    }
    known.put(key, 1);
    return false;
  }

  /** What it came to. */
  public RegistrationCounts counts() {
    boolean onDemand = manner == Manner.ON_DEMAND;
    return new RegistrationCounts(
        hits,
        misses,
        again,
        evictions,
        onDemand ? misses * pages : 0,
        manner == Manner.CACHED ? known.size() * regionBytes : 0);
  }
}
