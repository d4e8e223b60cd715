package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.headroom.wire.linux.Sysfs;
import dev.headroom.wire.verbs.CompletionQueue;
import dev.headroom.wire.verbs.Device;
import dev.headroom.wire.verbs.ProtectionDomain;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * An RDMA device of this machine: an RNIC, or the kernel's soft-RoCE. It does what the driver does,
 * no more; memory has to be outside of the heap, where it has an address.
 */
public final class NativeDevice implements Device {
  /** As for every device of these interfaces. */
  private static final int MOST_COMPLETIONS = 65_536;

  final Libibverbs library;
  final MemorySegment context;
  final RdmaAddress place;
  final InetAddress address;
  final SecureRandom random = new SecureRandom();
  final MemorySegment pollFunction;
  final MemorySegment notifyFunction;
  final MemorySegment postSendFunction;
  final MemorySegment postReceiveFunction;
  final MemorySegment postSharedFunction;
  private final int mostEntries;
  private final Map<Integer, NativeQueuePair> pairs = new ConcurrentHashMap<>();
  private final Set<AutoCloseable> children = new LinkedHashSet<>();
  private boolean closed;

  private NativeDevice(Libibverbs library, RdmaAddress place, InetAddress address)
      throws IOException {
    this.library = library;
    this.place = place;
    this.address = address;
    context = library.open(place.device());
    pollFunction = Libibverbs.driver(context, VerbsLayout.Context.POLL_CQ);
    notifyFunction = Libibverbs.driver(context, VerbsLayout.Context.REQ_NOTIFY_CQ);
    postSendFunction = Libibverbs.driver(context, VerbsLayout.Context.POST_SEND);
    postReceiveFunction = Libibverbs.driver(context, VerbsLayout.Context.POST_RECV);
    postSharedFunction = Libibverbs.driver(context, VerbsLayout.Context.POST_SRQ_RECV);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes =
          arena.allocate(VerbsLayout.DeviceAttributes.SIZE, VerbsLayout.POINTER);
      check(library.queryDevice(context, attributes), "querying the device's limits");
      mostEntries = attributes.get(JAVA_INT, VerbsLayout.DeviceAttributes.ENTRIES);
      new VerbsLayoutCheck(library, context, place).run();
    } catch (IOException | RuntimeException e) {
      int _ = library.end("ibv_close_device", context);
      throw e;
    }
  }

  /**
   * Opens the RDMA device that has this address.
   *
   * @throws IOException in a sentence, if there is no such device, no libibverbs, or one whose
   *     structures are not those that are known here
   */
  public static NativeDevice open(InetAddress address) throws IOException {
    return open(address, Sysfs.RDMA);
  }

  static NativeDevice open(InetAddress address, Path rdmaClass) throws IOException {
    List<RdmaAddress> all = RdmaAddress.all(rdmaClass);
    RdmaAddress place = all.stream().filter(each -> each.is(address)).findFirst().orElse(null);
    if (place == null) {
      throw new IOException(
          "no RDMA device has the address "
              + address.getHostAddress()
              + " in RoCE v2"
              + (all.isEmpty()
                  ? ": this machine has none (" + rdmaClass + ")"
                  : "; available are " + names(all))
              + "; the soft device (--device soft) needs none");
    }
    return new NativeDevice(Libibverbs.load(), place, address);
  }

  private static String names(List<RdmaAddress> all) {
    return String.join(", ", all.stream().map(RdmaAddress::device).distinct().toList());
  }

  /** The name of the RDMA device that has this address; empty if none has. */
  public static Optional<String> at(InetAddress address) {
    return RdmaAddress.all(Sysfs.RDMA).stream()
        .filter(each -> each.is(address))
        .map(RdmaAddress::device)
        .findFirst();
  }

  static void check(int error, String what) throws IOException {
    if (error != 0) {
      throw new IOException(what + " failed" + Libibverbs.reason(error));
    }
  }

  /** The same, where a program cannot have expected it. */
  static void require(int error, String what) {
    if (error != 0) {
      throw new IllegalStateException(what + " failed" + Libibverbs.reason(error));
    }
  }

  /** Its name, such as {@code mlx5_0}. */
  public String name() {
    return place.device();
  }

  @Override
  public ProtectionDomain allocateProtectionDomain() {
    return keep(new NativeProtectionDomain(this));
  }

  @Override
  public CompletionQueue createCompletionQueue(int entries) {
    if (entries < 1 || entries > MOST_COMPLETIONS) {
      throw new IllegalArgumentException(
          entries + " completions; 1 to " + MOST_COMPLETIONS + " are valid");
    }
    return keep(new NativeCompletionQueue(this, Math.min(entries, mostEntries)));
  }

  /** Where a partition is in the port's table. */
  int pkeyIndex(int pkey) {
    for (int i = 0; ; i++) {
      OptionalInt there = library.pkey(context, place.port(), i);
      if (there.isEmpty()) {
        throw new IllegalArgumentException(
            String.format("partition 0x%04x is not in the table of %s", pkey, name()));
      }
      if (there.getAsInt() == pkey) {
        return i;
      }
    }
  }

  // --- what was made of it ----------------------------------------------------------------------

  synchronized <T extends AutoCloseable> T keep(T child) {
    if (closed) {
      throw new IllegalStateException("the device is closed");
    }
    children.add(child);
    return child;
  }

  synchronized void forget(AutoCloseable child) {
    children.remove(child);
  }

  void enter(int number, NativeQueuePair pair) {
    pairs.put(number, pair);
  }

  /** Nothing of it is to come any more. */
  void leave(int number, NativeQueuePair pair) {
    pairs.remove(number, pair);
  }

  /** The queue pair of this number, or the last that had it if something of it may be to come. */
  @Nullable NativeQueuePair pair(int number) {
    return pairs.get(number);
  }

  /** Closes all that was made of it, the last first. */
  @Override
  public void close() {
    List<AutoCloseable> all;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      all = new ArrayList<>(children);
    }
    IllegalStateException fault = null;
    for (AutoCloseable child : all.reversed()) {
      try {
        child.close();
      } catch (Exception e) { // the others are to be closed all the same
        fault = fault == null ? new IllegalStateException("closing " + name(), e) : fault;
      }
    }
    int _ = library.end("ibv_close_device", context);
    if (fault != null) {
      throw fault;
    }
  }
}
