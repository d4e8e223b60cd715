package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.headroom.wire.linux.LinuxSockets;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A device that has warmed up allocates nothing, however many packets come and go: what is counted
 * is what its thread allocates within {@link SoftDevice#progress}.
 */
final class AllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** What is sent again and again. */
  enum Traffic {
    WRITES,
    SMALL_WRITES,
    READS,
    ATOMICS;

    WorkRequest between(MemoryRegion here, MemoryRegion there) {
      long at = there.address();
      int rkey = there.rkey();
      return switch (this) {
        case WRITES -> WorkRequest.write(1, at, rkey, here.slice(0, 8192));
        case SMALL_WRITES -> WorkRequest.write(1, at, rkey, here.slice(0, 64));
        case READS -> WorkRequest.read(1, at, rkey, here.slice(0, 8192));
        case ATOMICS -> WorkRequest.fetchAndAdd(1, at, rkey, 1, here.slice(0, 8));
      };
    }
  }

  @ParameterizedTest
  @EnumSource(Traffic.class)
  void shouldAllocateNothingForAPacket(Traffic traffic) throws IOException {
    Assumptions.assumeTrue(LinuxSockets.isHere(), "Java's own sockets allocate");
    try (LoopbackEnds ends = LoopbackEnds.open(2)) {
      WorkRequest request = traffic.between(ends.here, ends.there);
      long most = Long.MAX_VALUE;
      long packets = 0;
      // The compiler finishes at some time: of many rounds the best one counts.
      long endNs = System.nanoTime() + 300_000_000_000L;
      while (most > 0 && System.nanoTime() < endNs) {
        packets = ends.one.sent() + ends.other.sent();
        most = Math.min(most, allocatedBy(ends, request, 2000));
        packets = ends.one.sent() + ends.other.sent() - packets;
      }
      assertThat(packets).isGreaterThan(2000);
      assertThat(most).as("bytes for %s packets", packets).isZero();
    }
  }

  private static long allocatedBy(LoopbackEnds ends, WorkRequest request, int count)
      throws IOException {
    long allocated = 0;
    int posted = 0;
    int done = 0;
    while (done < count) {
      while (posted < count && posted - done < 16) {
        ends.pair.post(request);
        posted++;
      }
      long before = THREADS.getCurrentThreadAllocatedBytes();
      boolean _ = ends.one.progress();
      boolean _ = ends.other.progress();
      allocated += THREADS.getCurrentThreadAllocatedBytes() - before;
      done += polled(ends.queue);
    }
    return allocated;
  }

  private static int polled(CompletionQueue queue) {
    int count = 0;
    Optional<WorkCompletion> next = queue.poll();
    while (next.isPresent()) {
      assertThat(next.get().status()).isEqualTo(WorkCompletion.Status.SUCCESS);
      count++;
      next = queue.poll();
    }
    return count;
  }
}
