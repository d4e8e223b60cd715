package dev.headroom.wire.verbs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/** One end: a device, with a domain, a queue for all completions, a region and a queue pair. */
final class Side {
  static final int REGION = 64 << 10;

  /** Longer than any failure takes, under emulation too. */
  private static final long PATIENCE_NS = 30_000_000_000L;

  /** How long a look for what may not have come takes. */
  private static final long MOMENT_NS = 1_000_000L;

  /** What lies around the region, and must never change. */
  private static final int MARGIN = 4096;

  private static final byte CANARY = 0x5a;

  final Device device;
  final ProtectionDomain domain;
  final CompletionQueue queue;
  final QueuePair pair;
  final MemorySegment memory;
  final MemoryRegion region;
  final Optional<SharedReceiveQueue> shared;

  /** What came before it was asked for. */
  private final ArrayDeque<WorkCompletion> early = new ArrayDeque<>();

  private long cameNs = System.nanoTime();

  Side(Device device, Arena arena, QueuePairType type, boolean shares, Access... access) {
    this.device = device;
    domain = device.allocateProtectionDomain();
    queue = device.createCompletionQueue(1024);
    shared = shares ? Optional.of(domain.createSharedReceiveQueue(256)) : Optional.empty();
    pair = domain.createQueuePair(type, new QueuePairLimits(256, 256), queue, queue, shared);
    memory = arena.allocate(REGION + 2L * MARGIN, MARGIN);
    memory.fill(CANARY);
    EnumSet<Access> allowed = EnumSet.of(Access.LOCAL_WRITE);
    allowed.addAll(List.of(access));
    region = domain.register(memory.asSlice(MARGIN, REGION), allowed);
    region.memory().fill((byte) 0);
  }

  /** The next completions, so many. */
  List<WorkCompletion> take(int count) {
    List<WorkCompletion> taken = new ArrayList<>();
    while (taken.size() < count) {
      taken.add(next("after " + taken.size() + " of " + count + " completions"));
    }
    return taken;
  }

  WorkCompletion next() {
    return next("");
  }

  private WorkCompletion next(String when) {
    return early.isEmpty()
        ? await(PATIENCE_NS).orElseThrow(() -> silence(when))
        : early.removeFirst();
  }

  /** Whether a request of this side's is completed; what else comes meanwhile is kept. */
  boolean isSent(long id) {
    Optional<WorkCompletion> came = await(MOMENT_NS);
    if (came.isPresent()) {
      early.add(came.get());
      cameNs = System.nanoTime();
    } else if (System.nanoTime() - cameNs > PATIENCE_NS) {
      throw silence("while request " + id + " is awaited");
    }
    return early.stream().anyMatch(each -> !each.receive() && each.id() == id);
  }

  private Optional<WorkCompletion> await(long timeoutNs) {
    try {
      return queue.await(timeoutNs);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private AssertionError silence(String when) {
    return new AssertionError("nothing came " + when + ": " + pair.state());
  }

  /** That nothing comes for a while. */
  void assertSilent() throws InterruptedException {
    assertThat(queue.await(100_000_000L)).isEmpty();
  }

  void postReceive(long id, ScatterGather... room) {
    if (shared.isPresent()) {
      shared.get().postReceive(id, room);
    } else {
      pair.postReceive(id, room);
    }
  }

  byte[] bytes(long at, long count) {
    return region.memory().asSlice(at, count).toArray(ValueLayout.JAVA_BYTE);
  }

  /** Fills the region with bytes that tell where they are. */
  void fill(int seed) {
    for (int i = 0; i < REGION; i++) {
      region
          .memory()
          .set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + (i >> 8) * 17 + seed * 101 + 1));
    }
  }

  boolean isUntouchedAround() {
    for (int i = 0; i < MARGIN; i++) {
      if (memory.get(ValueLayout.JAVA_BYTE, i) != CANARY
          || memory.get(ValueLayout.JAVA_BYTE, (long) MARGIN + REGION + i) != CANARY) {
        return false;
      }
    }
    return true;
  }
}
