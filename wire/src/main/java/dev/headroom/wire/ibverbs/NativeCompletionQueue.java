package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.WorkCompletion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Completion queue of a native device, with the file descriptor that signals completions. */
final class NativeCompletionQueue implements CompletionQueue, AutoCloseable {
  /** Completions that are taken with one call. */
  private static final int BATCH = 16;

  private static final short POLLIN = 1;

  /** Another thread may take the notice, so nobody sleeps longer. */
  private static final int MOST_REST_MS = 10;

  final NativeDevice device;
  final MemorySegment handle;
  private final MemorySegment channel;
  private final Arena arena = Arena.ofShared();
  private final MemorySegment batch = arena.allocate(BATCH * VerbsLayout.Completion.SIZE, 8);
  private final ArrayDeque<WorkCompletion> taken = new ArrayDeque<>();
  private final Object notices = new Object();
  private boolean closed;

  NativeCompletionQueue(NativeDevice device, int entries) {
    this.device = device;
    try {
      channel = makeChannel();
      try {
        handle = device.library.createQueue(device.context, entries, channel);
      } catch (IOException e) {
        int _ = device.library.end("ibv_destroy_comp_channel", channel);
        throw e;
      }
    } catch (IOException e) {
      arena.close();
      throw new UncheckedIOException(e);
    }
  }

  private MemorySegment makeChannel() throws IOException {
    String what = "creating a completion channel";
    MemorySegment made = device.library.make("ibv_create_comp_channel", device.context, what);
    return Libibverbs.struct(made, VerbsLayout.Channel.SIZE);
  }

  @Override
  public synchronized Optional<WorkCompletion> poll() {
    if (taken.isEmpty()) {
      int _ = gather();
    }
    return Optional.ofNullable(taken.poll());
  }

  /** Takes what the device has, to be polled later; how much that was. */
  synchronized int gather() {
    if (closed) {
      throw new IllegalStateException("the completion queue is closed");
    }
    int count = Libibverbs.poll(device.pollFunction, handle, BATCH, batch);
    if (count < 0) {
      throw new IllegalStateException("the device's completion queue overflowed");
    }
    for (int i = 0; i < count; i++) {
      MemorySegment one =
          batch.asSlice(i * VerbsLayout.Completion.SIZE, VerbsLayout.Completion.SIZE);
      WorkCompletion completion = read(one);
      if (completion != null) {
        taken.add(completion);
      }
    }
    return count;
  }

  private @Nullable WorkCompletion read(MemorySegment one) {
    NativeQueuePair pair = device.pair(one.get(JAVA_INT, VerbsLayout.Completion.PAIR));
    if (pair == null) {
      return null; // none of this program's
    }
    return pair.completed(
        one.get(JAVA_LONG, VerbsLayout.Completion.ID),
        status(one.get(JAVA_INT, VerbsLayout.Completion.STATUS)),
        Integer.toUnsignedLong(one.get(JAVA_INT, VerbsLayout.Completion.BYTES)),
        (one.get(JAVA_INT, VerbsLayout.Completion.FLAGS) & VerbsLayout.Completion.WITH_IMMEDIATE)
            != 0,
        BigEndianBytes.i32(one, VerbsLayout.Completion.IMMEDIATE),
        one.get(JAVA_INT, VerbsLayout.Completion.SENDER));
  }

  /** enum ibv_wc_status. */
  private static WorkCompletion.Status status(int code) {
    return switch (code) {
      case 0 -> WorkCompletion.Status.SUCCESS;
      case 1 -> WorkCompletion.Status.LOCAL_LENGTH_ERROR;
      case 4, 8 -> WorkCompletion.Status.LOCAL_PROTECTION_ERROR;
      case VerbsLayout.Completion.FLUSHED -> WorkCompletion.Status.WORK_REQUEST_FLUSHED;
      case 9 -> WorkCompletion.Status.REMOTE_INVALID_REQUEST;
      case 10 -> WorkCompletion.Status.REMOTE_ACCESS_ERROR;
      case 11 -> WorkCompletion.Status.REMOTE_OPERATIONAL_ERROR;
      case 12 -> WorkCompletion.Status.RETRY_EXCEEDED;
      case 13 -> WorkCompletion.Status.RNR_RETRY_EXCEEDED;
      default -> WorkCompletion.Status.LOCAL_OPERATION_ERROR;
    };
  }

  @Override
  public Optional<WorkCompletion> await(long timeoutNs) throws InterruptedException {
    long endNs = System.nanoTime() + timeoutNs;
    Optional<WorkCompletion> next = poll();
    while (next.isEmpty()) {
      long leftNs = endNs - System.nanoTime();
      if (leftNs <= 0) {
        return next;
      }
      // What came before the notice was asked for brings none: look once more, then wait.
      NativeDevice.require(
          Libibverbs.notify(device.notifyFunction, handle), "requesting completion notification");
      next = poll();
      if (next.isEmpty()) {
        await((int) Math.min(MOST_REST_MS, 1 + TimeUnit.NANOSECONDS.toMillis(leftNs)));
        next = poll();
      }
    }
    return next;
  }

  private void await(int milliseconds) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    try (Arena own = Arena.ofConfined()) {
      MemorySegment polls = own.allocate(8, 4); // struct pollfd
      polls.set(JAVA_INT, 0, channel.get(JAVA_INT, VerbsLayout.Channel.FD));
      polls.set(JAVA_SHORT, 4, POLLIN);
      synchronized (notices) {
        if (Libibverbs.await(polls, milliseconds) > 0) {
          device.library.takeNotice(
              channel, own.allocate(2L * VerbsLayout.POINTER, VerbsLayout.POINTER));
        }
      }
    }
  }

  @Override
  public void close() {
    synchronized (notices) {
      synchronized (this) {
        if (closed) {
          return;
        }
        closed = true;
        device.forget(this);
        int _ = device.library.end("ibv_destroy_cq", handle);
        int _ = device.library.end("ibv_destroy_comp_channel", channel);
        arena.close();
      }
    }
  }
}
