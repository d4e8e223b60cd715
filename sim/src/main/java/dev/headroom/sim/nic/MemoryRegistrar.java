package dev.headroom.sim.nic;

import dev.headroom.model.choice.BufferOrder;
import dev.headroom.model.choice.MemoryInvalidation;
import dev.headroom.model.choice.RegistrationTiming;
import dev.headroom.model.knob.MemoryKnobs;
import dev.headroom.model.knob.PcieKnobs;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.knob.TransportKnobs;
import dev.headroom.sim.kernel.Rng;
import dev.headroom.sim.measure.RegistrationCounts;
import dev.headroom.unit.Time;
import it.unimi.dsi.fastutil.ints.Int2IntOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.longs.Long2LongLinkedOpenHashMap;
import it.unimi.dsi.fastutil.longs.LongOpenHashSet;

/**
 * Cost of registering the memory of a message before it is sent.
 *
 * <pre>
 *   region   = register + pages * registerPage          held by the thread that posts
 *   faults   = pageFault + (pages - 1) * nextPageFault  held by the queue pair
 * </pre>
 *
 * A queue pair sends from its buffers, each of a message's size, in turn or drawn evenly.
 * Registered ahead both are 0; for each message it is a region every time; cached only where the
 * buffer is not among the regions kept, of which the one not used longest is given up; on demand
 * the pages of a buffer are faulted in when it is first used, and again after they have been
 * swapped out.
 *
 * <p>With prefetch a thread of its own registers the buffers that come next, one after another, as
 * soon as they are so near; who needs one sooner waits for it.
 */
public final class MemoryRegistrar {
  private final RegistrationTiming manner;
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
  private long reregistrations;
  private long evictions;

  /** Buffers beyond the one in use that are registered before their use. */
  private final int prefetch;

  private long ahead;

  /** Until when the thread that registers these is busy. */
  private long aheadPs;

  private final boolean drawn;
  private final long key;

  /** By queue pair how many messages it has sent, where buffers are drawn. */
  private final Int2LongOpenHashMap sent = new Int2LongOpenHashMap();

  /** Queue pair and buffer of what has been used, where buffers are drawn. */
  private final LongOpenHashSet used = new LongOpenHashSet();

  /**
   * By queue pair how many messages it has sent; after two rounds of its buffers one is taken off.
   */
  private final Int2IntOpenHashMap next = new Int2IntOpenHashMap();

  /**
   * Queue pair and buffer of what is registered or faulted in, the one not used longest first, and
   * when it was.
   */
  private final Long2LongLinkedOpenHashMap known = new Long2LongLinkedOpenHashMap();

  private MemoryRegistrar(Settings own, long pages, long key) {
    manner = own.get(MemoryKnobs.REGISTRATION);
    this.key = key;
    prefetch =
        Math.toIntExact(
            Math.min(
                own.get(MemoryKnobs.PREFETCH),
                Math.min(
                    own.get(MemoryKnobs.BUFFERS) - 1, own.get(MemoryKnobs.REGISTRATIONS) - 1)));
    drawn = own.get(MemoryKnobs.ORDER) == BufferOrder.RANDOM;
    this.pages = pages;
    regionPs = own.get(MemoryKnobs.REGISTER).ps() + pages * own.get(MemoryKnobs.REGISTER_PAGE).ps();
    long faultPs = own.get(MemoryKnobs.PAGE_FAULT).ps();
    long nextPs = own.find(MemoryKnobs.NEXT_PAGE_FAULT).map(Time::ps).orElse(faultPs);
    faultsPs = faultPs + (pages - 1) * nextPs;
    regionBytes = pages * own.get(PcieKnobs.PAGE).bytes();
    swapPs =
        own.find(MemoryKnobs.LOST_AT)
            .filter(_ -> own.get(MemoryKnobs.LOSS) == MemoryInvalidation.SWAPPED_OUT)
            .map(Time::ps)
            .orElse(Long.MAX_VALUE);
    buffers = Math.toIntExact(own.get(MemoryKnobs.BUFFERS));
    kept = Math.toIntExact(own.get(MemoryKnobs.REGISTRATIONS));
  }

  /**
   * What a scenario says for a host.
   *
   * @param key of its draws
   */
  public static MemoryRegistrar of(Settings own, long key) {
    long message = own.get(TransportKnobs.MESSAGE_SIZE).bytes();
    long pages = Math.max(1, Math.ceilDiv(message, own.get(PcieKnobs.PAGE).bytes()));
    return new MemoryRegistrar(own, pages, key);
  }

  /**
   * What the next message of a queue pair costs the thread that posts it, in picoseconds.
   *
   * @param atPs when that thread comes to it
   */
  public long threadPs(int queuePair, long atPs) {
    return switch (manner) {
      case AHEAD, ON_DEMAND, NEVER -> 0;
      case EACH -> {
        misses++;
        yield regionPs;
      }
      case CACHED -> cachedPs(queuePair, atPs);
    };
  }

  private long cachedPs(int queuePair, long atPs) {
    long message = sent(queuePair);
    long buffer = buffer(queuePair, message);
    boolean hit = isKnown(queuePair, kept);
    long waitPs = hit ? Math.max(0, known.get(buffer) - atPs) : regionPs;
    for (int i = 1; i <= prefetch; i++) {
      registerAhead(buffer(queuePair, message + i), atPs);
    }
    return waitPs;
  }

  /** The thread of its own sees to a buffer. */
  private void registerAhead(long buffer, long nowPs) {
    if (!known.containsKey(buffer)) {
      aheadPs = Math.max(aheadPs, nowPs) + regionPs;
      ahead++;
      keep(buffer, kept, aheadPs);
    }
  }

  /** How many messages a queue pair has sent, as far as that tells its next buffers. */
  private long sent(int queuePair) {
    return drawn ? sent.get(queuePair) : next.get(queuePair);
  }

  /** The buffer of a queue pair's message, with the queue pair. */
  private long buffer(int queuePair, long message) {
    long place =
        drawn
            ? Long.remainderUnsigned(Rng.mix(Rng.mix(key + queuePair) + message), buffers)
            : message % buffers;
    return (long) queuePair << 32 | place;
  }

  /** What it costs that message alone, in picoseconds. */
  public long faultPs(int queuePair, long nowPs) {
    if (manner != RegistrationTiming.ON_DEMAND) {
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
    long before = sent(queuePair);
    long buffer = buffer(queuePair, before);
    boolean was = drawn ? !used.add(buffer) : before >= buffers;
    if (drawn) {
      sent.put(queuePair, before + 1);
    } else {
      // of two rounds the second is as good a number as any later, and it does not overflow
      next.put(queuePair, before == 2 * buffers - 1 ? buffers : (int) before + 1);
    }
    if (known.containsKey(buffer)) {
      known.getAndMoveToLast(buffer);
      hits++;
      return true;
    }
    misses++;
    reregistrations += was ? 1 : 0;
    keep(buffer, most, 0);
    return false;
  }

  private void keep(long buffer, int most, long readyPs) {
    if (known.size() == most) {
      known.removeFirstLong();
      evictions++;
    }
    known.put(buffer, readyPs);
  }

  /** What it came to. */
  public RegistrationCounts counts() {
    boolean onDemand = manner == RegistrationTiming.ON_DEMAND;
    return new RegistrationCounts(
        hits,
        misses,
        reregistrations,
        evictions,
        onDemand ? misses * pages : 0,
        ahead,
        manner == RegistrationTiming.CACHED ? known.size() * regionBytes : 0);
  }
}
