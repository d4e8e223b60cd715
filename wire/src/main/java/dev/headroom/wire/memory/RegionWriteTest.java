package dev.headroom.wire.memory;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.headroom.wire.verbs.Access;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.Device;
import dev.headroom.wire.verbs.MemoryRegion;
import dev.headroom.wire.verbs.ProtectionDomain;
import dev.headroom.wire.verbs.QueuePair;
import dev.headroom.wire.verbs.QueuePairLimits;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkCompletion.Status;
import dev.headroom.wire.verbs.WorkRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Set;

/**
 * Test that a device can use a region, and only by the right keys: two of its queue pairs are
 * connected with each other, and one WRITEs from the region into other memory.
 */
final class RegionWriteTest {
  private static final int MOST_BYTES = 1 << 20;
  private static final long PATIENCE_NS = 10_000_000_000L;
  private static final QueuePairLimits LIMITS = new QueuePairLimits(2, 1);

  /** Any bits that make another key. */
  private static final int OTHER_KEY = 0xff;

  private RegionWriteTest() {}

  static RegistrationTrace.Transfer of(
      Device device, ProtectionDomain domain, MemoryRegion region, ConnectionSettings settings)
      throws InterruptedException {
    int bytes = (int) Math.min(region.memory().byteSize(), MOST_BYTES);
    fill(region.memory(), bytes);
    CompletionQueue sends = device.createCompletionQueue(4);
    CompletionQueue receives = device.createCompletionQueue(4);
    try (Arena arena = Arena.ofShared();
        MemoryRegion target =
            domain.register(
                arena.allocate(bytes), Set.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE));
        QueuePair from = domain.createQueuePair(LIMITS, sends, receives);
        QueuePair to = domain.createQueuePair(LIMITS, receives, receives)) {
      to.connect(from.self(), settings);
      from.connect(to.self(), settings);
      MemorySegment sent = region.memory().asSlice(0, bytes);
      MemorySegment room = target.memory();
      MemorySegment untouched = arena.allocate(bytes);
      long began = System.nanoTime();
      from.post(WorkRequest.write(1, target.address(), target.rkey(), region.slice(0, bytes)));
      boolean success = ended(sends, Status.SUCCESS);
      long took = System.nanoTime() - began;
      boolean right = success && room.mismatch(sent) == -1;
      room.fill((byte) 0);
      from.post(
          WorkRequest.write(
              2, target.address(), target.rkey() ^ OTHER_KEY, region.slice(0, bytes)));
      boolean refused = ended(sends, Status.REMOTE_ACCESS_ERROR) && room.mismatch(untouched) == -1;
      return new RegistrationTrace.Transfer(bytes, took, right, refused);
    }
  }

  /** Bytes none of which is 0, so that one that did not arrive is seen. */
  private static void fill(MemorySegment memory, int bytes) {
    for (int i = 0; i < bytes; i++) {
      memory.set(JAVA_BYTE, i, (byte) (1 + i % 251));
    }
  }

  private static boolean ended(CompletionQueue queue, Status as) throws InterruptedException {
    return queue.await(PATIENCE_NS).map(WorkCompletion::status).filter(as::equals).isPresent();
  }
}
