package dev.headroom.wire.soft.link;

import dev.headroom.wire.linux.LinuxSockets;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Wait for a socket, until another thread ends it. */
final class SocketPoller {
  private static final int POLLFD = 8;
  private static final long SECOND_NS = 1_000_000_000;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT;

  private final int waker;
  private final MemorySegment errno;
  private final MemorySegment polled;
  private final MemorySegment timespec;
  private final MemorySegment one;
  private final MemorySegment woken;
  private volatile boolean closed;

  SocketPoller(int fd, Arena arena) throws IOException {
    errno = arena.allocate(LinuxSockets.ERRNO);
    polled = arena.allocate(2L * POLLFD, 8);
    timespec = arena.allocate(16, 8);
    one = arena.allocateFrom(LONG, 1);
    woken = arena.allocate(8, 8);
    waker = LinuxSockets.eventfd(errno);
    polled.set(INT, 0, fd);
    polled.set(SHORT, 4, LinuxSockets.POLLIN);
    polled.set(INT, POLLFD, waker);
    polled.set(SHORT, POLLFD + 4, LinuxSockets.POLLIN);
  }

  void await(long timeoutNs) {
    polled.set(SHORT, POLLFD + 6, (short) 0);
    timespec.set(LONG, 0, timeoutNs / SECOND_NS);
    timespec.set(LONG, 8, timeoutNs % SECOND_NS);
    LinuxSockets.ppoll(polled, 2, timespec, errno);
    if (polled.get(SHORT, POLLFD + 6) != 0) {
      LinuxSockets.read(waker, woken);
    }
  }

  void wake() {
    if (!closed) {
      LinuxSockets.write(waker, one);
    }
  }

  void close() {
    if (!closed) {
      closed = true;
      LinuxSockets.close(waker);
    }
  }
}
