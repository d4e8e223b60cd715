package dev.headroom.app.lab;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * A program's end of a TAP interface that exists already: what the kernel sends to the interface is
 * read here, what is written here comes in there. Frames are whole, with their checksums, since
 * none of what a device could do for the kernel is offered (Linux,
 * Documentation/networking/tuntap).
 */
@SuppressWarnings("restricted") // that is what a foreign call is
final class Tap {
  private static final int O_RDWR = 2;
  private static final int O_NONBLOCK = 0x800;
  private static final long TUNSETIFF = 0x400454caL;
  private static final short IFF_TAP = 2;
  private static final short IFF_NO_PI = 0x1000;
  private static final short POLLIN = 1;
  private static final int NAME_BYTES = 16;

  /** struct ifreq (linux/if.h). */
  private static final int REQUEST_BYTES = 40;

  /** struct pollfd (poll.h). */
  private static final int POLL_BYTES = 8;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final Linker.Option VARIADIC = Linker.Option.firstVariadicArg(2);
  private static final MethodHandle OPEN =
      handle("open", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle IOCTL =
      handle("ioctl", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS), VARIADIC);
  private static final MethodHandle READ =
      handle("read", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle WRITE =
      handle("write", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
  private static final MethodHandle POLL =
      handle("poll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private final int descriptor;

  private Tap(int descriptor) {
    this.descriptor = descriptor;
  }

  private static MethodHandle handle(
      String name, FunctionDescriptor form, Linker.Option... options) {
    return LINKER.downcallHandle(LINKER.defaultLookup().findOrThrow(name), form, options);
  }

  /** Takes hold of an interface; nobody else may have. */
  static Tap attach(String name) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      int opened = (int) OPEN.invokeExact(arena.allocateFrom("/dev/net/tun"), O_RDWR | O_NONBLOCK);
      MemorySegment request = arena.allocate(REQUEST_BYTES, 8);
      request.setString(0, name);
      request.set(JAVA_SHORT, NAME_BYTES, (short) (IFF_TAP | IFF_NO_PI));
      if (opened < 0 || (int) IOCTL.invokeExact(opened, TUNSETIFF, request) < 0) {
        throw new IOException("cannot take hold of TAP interface " + name);
      }
      return new Tap(opened);
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** The next frame: its bytes, or 0 if there is none. */
  int read(MemorySegment into) {
    try {
      return Math.max(0, (int) (long) READ.invokeExact(descriptor, into, into.byteSize()));
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Sends a frame; if its queue is full it is lost, as frames are. */
  void write(MemorySegment frame) {
    try {
      long _ = (long) WRITE.invokeExact(descriptor, frame, frame.byteSize());
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until one of them has a frame. */
  static void await(Tap[] taps, int milliseconds) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment polls = arena.allocate((long) taps.length * POLL_BYTES, 4);
      for (int i = 0; i < taps.length; i++) {
        polls.set(JAVA_INT, (long) i * POLL_BYTES, taps[i].descriptor);
        polls.set(JAVA_SHORT, (long) i * POLL_BYTES + 4, POLLIN);
      }
      int _ = (int) POLL.invokeExact(polls, (long) taps.length, milliseconds);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** A frame's bytes, apart from the buffer they were read to. */
  static MemorySegment copy(MemorySegment frame) {
    MemorySegment copy = Arena.ofAuto().allocate(frame.byteSize());
    MemorySegment.copy(frame, JAVA_BYTE, 0, copy, JAVA_BYTE, 0, frame.byteSize());
    return copy;
  }
}
