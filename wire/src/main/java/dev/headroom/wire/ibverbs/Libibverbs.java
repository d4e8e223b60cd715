package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.headroom.wire.packet.BigEndianBytes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Locale;
import java.util.NoSuchElementException;
import java.util.OptionalInt;

/**
 * Binding to the library {@code libibverbs.so.1}, if this machine has it. What C programs call as
 * inline functions ({@code ibv_poll_cq}, {@code ibv_post_send} and the like) is called where those
 * lead: through the pointers in {@code struct ibv_context}.
 */
@SuppressWarnings("restricted") // that is what a foreign call is
final class Libibverbs {
  private static final String FILE = "libibverbs.so.1";
  private static final Linker LINKER = Linker.nativeLinker();

  /** Where the number of an error is put. */
  private static final StructLayout ERRNO = Linker.Option.captureStateLayout();

  private static final long ERRNO_AT =
      ERRNO.byteOffset(MemoryLayout.PathElement.groupElement("errno"));

  private static final FunctionDescriptor MAKE = FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS);
  private static final FunctionDescriptor MAKE_ALONE = FunctionDescriptor.of(ADDRESS, ADDRESS);
  private static final FunctionDescriptor END = FunctionDescriptor.of(JAVA_INT, ADDRESS);
  private static final FunctionDescriptor ASK = FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS);

  // Functions without a name of their own: the address comes first.
  private static final MethodHandle POLL =
      LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, ADDRESS));
  private static final MethodHandle NOTIFY =
      LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT));
  private static final MethodHandle POST =
      LINKER.downcallHandle(FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS));

  private static final MethodHandle WAIT =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("poll"),
          FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT));

  private final SymbolLookup symbols;
  private final MethodHandle getDeviceList;
  private final MethodHandle freeDeviceList;
  private final MethodHandle getDeviceName;
  private final MethodHandle makeAlone;
  private final MethodHandle make;
  private final MethodHandle end;
  private final MethodHandle ask;
  private final MethodHandle createQueue;
  private final MethodHandle register;
  private final MethodHandle queryPkey;
  private final MethodHandle modifyPair;
  private final MethodHandle queryPair;
  private final MethodHandle getEvent;
  private final MethodHandle acknowledgeEvents;

  private Libibverbs(SymbolLookup symbols) {
    this.symbols = symbols;
    getDeviceList = function("ibv_get_device_list", MAKE_ALONE);
    freeDeviceList = function("ibv_free_device_list", FunctionDescriptor.ofVoid(ADDRESS));
    getDeviceName = function("ibv_get_device_name", MAKE_ALONE);
    Linker.Option errno = Linker.Option.captureCallState("errno");
    makeAlone = LINKER.downcallHandle(MAKE_ALONE, errno);
    make = LINKER.downcallHandle(MAKE, errno);
    end = LINKER.downcallHandle(END);
    ask = LINKER.downcallHandle(ASK);
    createQueue =
        function(
            "ibv_create_cq",
            FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT),
            errno);
    register =
        function(
            "ibv_reg_mr",
            FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT),
            errno);
    queryPkey =
        function(
            "ibv_query_pkey",
            FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_BYTE, JAVA_INT, ADDRESS));
    modifyPair =
        function("ibv_modify_qp", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT));
    queryPair =
        function(
            "ibv_query_qp", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS));
    getEvent =
        function("ibv_get_cq_event", FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, ADDRESS));
    acknowledgeEvents = function("ibv_ack_cq_events", FunctionDescriptor.ofVoid(ADDRESS, JAVA_INT));
  }

  /**
   * Loads the library.
   *
   * @throws IOException in a sentence, if that cannot be
   */
  static Libibverbs load() throws IOException {
    if (!System.getProperty("os.name", "").equals("Linux") || ADDRESS.byteSize() != 8) {
      throw new IOException("the native device is for 64-bit Linux");
    }
    try {
      return new Libibverbs(SymbolLookup.libraryLookup(FILE, Arena.global()));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "no libibverbs found ("
              + FILE
              + "): install it from rdma-core (package libibverbs1), or use the soft device",
          e);
    } catch (NoSuchElementException e) {
      throw new IOException(FILE + " is not from rdma-core: it lacks " + e.getMessage(), e);
    } catch (IllegalCallerException e) {
      throw new IOException(
          "native access is not allowed for this program (--enable-native-access): "
              + e.getMessage(),
          e);
    }
  }

  private MethodHandle function(String name, FunctionDescriptor form, Linker.Option... options) {
    return LINKER.downcallHandle(symbol(name), form, options);
  }

  private MemorySegment symbol(String name) {
    return symbols.find(name).orElseThrow(() -> new NoSuchElementException(name));
  }

  // --- devices ----------------------------------------------------------------------------------

  /** Opens the device of this name. */
  MemorySegment open(String device) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_INT);
      MemorySegment list = (MemorySegment) getDeviceList.invokeExact(count);
      if (list.equals(MemorySegment.NULL)) {
        throw new IOException(
            "libibverbs finds no RDMA in this kernel (ibv_get_device_list): check that ib_uverbs "
                + "is loaded");
      }
      try {
        MemorySegment each =
            list.reinterpret(((long) count.get(JAVA_INT, 0) + 1) * VerbsLayout.POINTER);
        for (int i = 0; i < count.get(JAVA_INT, 0); i++) {
          MemorySegment one = each.getAtIndex(ADDRESS, i);
          if (name(one).equals(device)) {
            return make("ibv_open_device", one, "opening " + device);
          }
        }
      } finally {
        freeDeviceList.invokeExact(list);
      }
      throw new IOException(
          "libibverbs has no driver for " + device + " (package ibverbs-providers)");
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** What libibverbs calls a device. */
  String name(MemorySegment device) {
    try {
      MemorySegment name = (MemorySegment) getDeviceName.invokeExact(device);
      return name.reinterpret(VerbsLayout.Device.NAME_BYTES).getString(0);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  // --- things that are made and ended -----------------------------------------------------------

  /** Makes something of something, such as a domain of a context. */
  MemorySegment make(String function, MemorySegment of, String what) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(ERRNO);
      return made((MemorySegment) makeAlone.invokeExact(symbol(function), errno, of), errno, what);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Makes something as its attributes say. */
  MemorySegment make(String function, MemorySegment of, MemorySegment attributes, String what)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(ERRNO);
      return made(
          (MemorySegment) make.invokeExact(symbol(function), errno, of, attributes), errno, what);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  private static MemorySegment made(MemorySegment result, MemorySegment errno, String what)
      throws IOException {
    if (result.equals(MemorySegment.NULL)) {
      throw new IOException(what + " failed" + reason(errno.get(JAVA_INT, ERRNO_AT)));
    }
    return result;
  }

  /** What the system's error numbers mean where it matters (errno.h). */
  static String reason(int error) {
    return switch (error) {
      case 1, 13 -> ": not permitted";
      case 12 -> ": no memory, or the limit on locked memory is reached (ulimit -l)";
      case 16 -> ": it is still in use";
      case 22 -> ": the device does not accept these values";
      case 95 -> ": the device does not support it";
      case 110 -> ": no host responds at that address";
      case 113 -> ": no route to that address";
      default -> String.format(Locale.ROOT, " with error %d", error);
    };
  }

  MemorySegment createQueue(MemorySegment context, int entries, MemorySegment channel)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(ERRNO);
      MemorySegment queue =
          (MemorySegment)
              createQueue.invokeExact(errno, context, entries, MemorySegment.NULL, channel, 0);
      return made(queue, errno, "creating a completion queue of " + entries);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  MemorySegment register(MemorySegment domain, MemorySegment memory, int access)
      throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment errno = arena.allocate(ERRNO);
      MemorySegment region =
          (MemorySegment) register.invokeExact(errno, domain, memory, memory.byteSize(), access);
      return made(region, errno, "registering " + memory.byteSize() + " bytes");
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Ends something; 0 or the system's error number. */
  int end(String function, MemorySegment what) {
    try {
      return (int) end.invokeExact(symbol(function), what);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  // --- asking and changing ----------------------------------------------------------------------

  /** The device's attributes. */
  int queryDevice(MemorySegment context, MemorySegment attributes) {
    try {
      return (int) ask.invokeExact(symbol("ibv_query_device"), context, attributes);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** A partition of the port's table; empty where there is none. */
  OptionalInt pkey(MemorySegment context, int port, int index) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment pkey = arena.allocate(2);
      int result = (int) queryPkey.invokeExact(context, (byte) port, index, pkey);
      return result == 0 ? OptionalInt.of(BigEndianBytes.u16(pkey, 0)) : OptionalInt.empty();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** 0 or the system's error number. */
  int modifyPair(MemorySegment pair, MemorySegment attributes, int mask) {
    try {
      return (int) modifyPair.invokeExact(pair, attributes, mask);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** 0 or the system's error number. */
  int queryPair(MemorySegment pair, MemorySegment attributes, int mask, MemorySegment initial) {
    try {
      return (int) queryPair.invokeExact(pair, attributes, mask, initial);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  // --- what is done all the time ----------------------------------------------------------------

  /** A structure of the library's, as long as it is known to be. */
  static MemorySegment struct(MemorySegment pointer, long bytes) {
    return pointer.reinterpret(bytes);
  }

  /** Where a context has a function of its driver. */
  static MemorySegment driver(MemorySegment context, long at) {
    return struct(context, VerbsLayout.Context.SIZE).get(ADDRESS, at);
  }

  /** Takes completions; how many, or below 0. */
  static int poll(MemorySegment function, MemorySegment queue, int most, MemorySegment into) {
    try {
      return (int) POLL.invokeExact(function, queue, most, into);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Asks to be told of the next completion; 0 or an error. */
  static int notify(MemorySegment function, MemorySegment queue) {
    try {
      return (int) NOTIFY.invokeExact(function, queue, 0);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Posts a send or receive; 0 or the system's error number. */
  static int post(MemorySegment function, MemorySegment to, MemorySegment work, MemorySegment bad) {
    try {
      return (int) POST.invokeExact(function, to, work, bad);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Waits for one of these descriptors to be readable; how many are. */
  static int await(MemorySegment polls, int milliseconds) {
    try {
      return (int) WAIT.invokeExact(polls, 1L, milliseconds);
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }

  /** Takes the notice that {@link #await} has found. */
  void takeNotice(MemorySegment channel, MemorySegment room) {
    try {
      int got = (int) getEvent.invokeExact(channel, room, room.asSlice(VerbsLayout.POINTER));
      if (got == 0) {
        acknowledgeEvents.invokeExact(room.get(ADDRESS, 0), 1);
      }
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
  }
}
