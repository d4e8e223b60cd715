package dev.headroom.wire.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.BindException;
import java.net.NoRouteToHostException;
import java.util.Locale;

/**
 * Socket calls of Linux, through the foreign function interface: Java's own sockets show neither
 * control messages nor many datagrams at once. Numbers are those of the kernel's headers for 64-bit
 * machines (include/uapi/asm-generic/socket.h, linux/in.h, in6.h, udp.h).
 */
@SuppressWarnings("restricted") // that is what a foreign call is
public final class LinuxSockets {
  public static final int AF_INET = 2;
  public static final int AF_INET6 = 10;
  public static final int AF_PACKET = 17;
  public static final int SOCK_DGRAM = 2;
  public static final int SOCK_RAW = 3;
  public static final int SOL_SOCKET = 1;
  public static final int SO_SNDBUF = 7;
  public static final int SO_RCVBUF = 8;
  public static final int SO_NO_CHECK = 11;
  public static final int SO_ATTACH_FILTER = 26;
  public static final int SO_SNDBUFFORCE = 32;
  public static final int SO_RCVBUFFORCE = 33;
  public static final int IPPROTO_IP = 0;
  public static final int IPPROTO_ICMP = 1;
  public static final int IP_TOS = 1;
  public static final int IP_TTL = 2;
  public static final int IP_MTU_DISCOVER = 10;
  public static final int IP_RECVERR = 11;
  public static final int IP_RECVTOS = 13;
  public static final int IPPROTO_IPV6 = 41;
  public static final int IPPROTO_ICMPV6 = 58;
  public static final int IPV6_UNICAST_HOPS = 16;
  public static final int IPV6_MTU_DISCOVER = 23;
  public static final int IPV6_RECVERR = 25;
  public static final int IPV6_DONTFRAG = 62;
  public static final int IPV6_RECVTCLASS = 66;
  public static final int IPV6_TCLASS = 67;
  public static final int IPV6_AUTOFLOWLABEL = 70;
  public static final int PMTUDISC_DO = 2;
  public static final int PMTUDISC_PROBE = 3;
  public static final int IPPROTO_UDP = 17;
  public static final int UDP_NO_CHECK6_TX = 101;
  public static final int UDP_NO_CHECK6_RX = 102;
  public static final int MSG_DONTWAIT = 0x40;
  public static final int MSG_ERRQUEUE = 0x2000;
  public static final short POLLIN = 1;
  public static final short POLLOUT = 4;
  public static final int EINTR = 4;
  public static final int EBADF = 9;
  public static final int EAGAIN = 11;

  private static final int EPERM = 1;
  private static final int EACCES = 13;
  private static final int EADDRINUSE = 98;
  private static final int EADDRNOTAVAIL = 99;
  private static final int ENETUNREACH = 101;
  private static final int SOCK_NONBLOCK = 0x800;
  private static final int SOCK_CLOEXEC = 0x80000;
  private static final int EFD_NONBLOCK = 0x800;
  private static final int EFD_CLOEXEC = 0x80000;

  /** Where the number of an error is put. */
  public static final StructLayout ERRNO = Linker.Option.captureStateLayout();

  private static final long ERRNO_AT =
      ERRNO.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  private static final Linker LINKER = Linker.nativeLinker();
  private static final MethodHandle SOCKET =
      handle("socket", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle BIND =
      handle("bind", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle SETSOCKOPT =
      handle(
          "setsockopt",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle EVENTFD =
      handle("eventfd", FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
  private static final MethodHandle RECVMMSG =
      handle(
          "recvmmsg",
          FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT, ADDRESS));
  private static final MethodHandle SENDMMSG =
      handle("sendmmsg", FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT));
  private static final MethodHandle SENDTO =
      handle(
          "sendto",
          FunctionDescriptor.of(
              JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle RECVMSG =
      handle("recvmsg", FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle PPOLL =
      handle("ppoll", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS));
  private static final MethodHandle READ = plain("read");
  private static final MethodHandle WRITE = plain("write");
  private static final MethodHandle CLOSE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("close"), FunctionDescriptor.of(JAVA_INT, JAVA_INT));

  private LinuxSockets() {}

  /** A call that leaves its error number. */
  static MethodHandle handle(String name, FunctionDescriptor form) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name), form, Linker.Option.captureCallState("errno"));
  }

  private static MethodHandle plain(String name) {
    return LINKER.downcallHandle(
        LINKER.defaultLookup().findOrThrow(name),
        FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
  }

  /** Whether this is a Linux whose numbers and structures are those used here. */
  public static boolean isHere() {
    String machine = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    return System.getProperty("os.name", "").equals("Linux")
        && (machine.equals("amd64") || machine.equals("x86_64") || machine.equals("aarch64"));
  }

  /** A UDP socket that does not wait. */
  public static int datagramSocket(int family, MemorySegment errno) throws IOException {
    return socket(family, SOCK_DGRAM, 0, errno);
  }

  /**
   * A socket that does not wait.
   *
   * @throws BindException if this program may not have one of that kind
   */
  public static int socket(int family, int type, int protocol, MemorySegment errno)
      throws IOException {
    try {
      int fd =
          (int) SOCKET.invokeExact(errno, family, type | SOCK_NONBLOCK | SOCK_CLOEXEC, protocol);
      return checked(fd, "socket", errno);
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  public static void bind(int fd, MemorySegment address, MemorySegment errno) throws IOException {
    try {
      int result = (int) BIND.invokeExact(errno, fd, address, (int) address.byteSize());
      checked(result, "bind", errno);
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Sets an option that is a number; false if this is not allowed or not known. */
  public static boolean set(int fd, int level, int option, int value) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(ERRNO);
      MemorySegment number = arena.allocateFrom(JAVA_INT, value);
      return (int) SETSOCKOPT.invokeExact(errno, fd, level, option, number, 4) == 0;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Lets a socket take only what this program picks; without it, nothing. */
  public static void filter(int fd, PacketFilter filter) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(ERRNO);
      MemorySegment program = filter.laid(arena);
      int result =
          (int)
              SETSOCKOPT.invokeExact(
                  errno, fd, SOL_SOCKET, SO_ATTACH_FILTER, program, (int) program.byteSize());
      checked(result, "setsockopt", errno);
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Something to wake a thread with that waits for a socket. */
  public static int eventfd(MemorySegment errno) throws IOException {
    try {
      int fd = (int) EVENTFD.invokeExact(errno, 0, EFD_NONBLOCK | EFD_CLOEXEC);
      return checked(fd, "eventfd", errno);
    } catch (IOException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** How many came; below 0: see {@link #errno}. */
  public static int recvmmsg(int fd, MemorySegment headers, int count, MemorySegment errno) {
    try {
      return (int)
          RECVMMSG.invokeExact(errno, fd, headers, count, MSG_DONTWAIT, MemorySegment.NULL);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** How many went; below 0: see {@link #errno}. */
  public static int sendmmsg(int fd, MemorySegment headers, int count, MemorySegment errno) {
    try {
      return (int) SENDMMSG.invokeExact(errno, fd, headers, count, MSG_DONTWAIT);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Sends one datagram; below 0: see {@link #errno}. */
  public static long sendto(
      int fd, MemorySegment bytes, MemorySegment address, MemorySegment errno) {
    try {
      return (long)
          SENDTO.invokeExact(
              errno, fd, bytes, bytes.byteSize(), MSG_DONTWAIT, address, (int) address.byteSize());
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Takes one datagram or error; below 0: see {@link #errno}. */
  public static long recvmsg(int fd, MemorySegment header, int flags, MemorySegment errno) {
    try {
      return (long) RECVMSG.invokeExact(errno, fd, header, flags | MSG_DONTWAIT);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for some of these; below 0: see {@link #errno}. */
  public static int ppoll(
      MemorySegment fds, int count, MemorySegment timespec, MemorySegment errno) {
    try {
      return (int) PPOLL.invokeExact(errno, fds, (long) count, timespec, MemorySegment.NULL);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  public static void read(int fd, MemorySegment into) {
    try {
      long _ = (long) READ.invokeExact(fd, into, into.byteSize());
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  public static void write(int fd, MemorySegment from) {
    try {
      long _ = (long) WRITE.invokeExact(fd, from, from.byteSize());
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  public static void close(int fd) {
    try {
      int _ = (int) CLOSE.invokeExact(fd);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  public static int errno(MemorySegment errno) {
    return errno.get(ValueLayout.JAVA_INT, ERRNO_AT);
  }

  private static int checked(int result, String call, MemorySegment errno) throws IOException {
    if (result >= 0) {
      return result;
    }
    throw switch (errno(errno)) {
      case EADDRINUSE -> new BindException("Address already in use");
      case EADDRNOTAVAIL -> new BindException("Cannot assign requested address");
      case EACCES, EPERM -> new BindException("Permission denied");
      case ENETUNREACH -> new NoRouteToHostException("Network is unreachable");
      default -> new IOException(call + " failed with error " + errno(errno));
    };
  }
}
