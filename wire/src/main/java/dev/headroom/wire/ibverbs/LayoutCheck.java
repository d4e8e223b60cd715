package dev.headroom.wire.ibverbs;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Check that the structures of the installed library are those of {@link Layout}. The names of its
 * symbols' versions tell its age; then one of each thing is made, and what is known of it must
 * stand where it is looked for. A queue pair that is taken to error gives two completions without
 * any traffic.
 */
final class LayoutCheck {
  /** Oldest version of the interface with all that is used here (rdma-core 15). */
  static final int OLDEST = 5;

  private static final Pattern VERSION = Pattern.compile("IBVERBS_1\\.(\\d+)");
  private static final long SEND_ID = 0x5eed_0001_2345_6789L;
  private static final long RECEIVE_ID = 0x5eed_0002_2345_6789L;
  private static final int PAGE = 4096;
  private static final int INIT = 1;
  private static final int ERROR = 6;

  private final Libibverbs library;
  private final MemorySegment context;
  private final RdmaAddress place;

  LayoutCheck(Libibverbs library, MemorySegment context, RdmaAddress place) {
    this.library = library;
    this.context = context;
    this.place = place;
  }

  /**
   * Looks.
   *
   * @throws IOException in a sentence, if something is not where it should be
   */
  void run() throws IOException {
    checkVersion();
    MemorySegment opened = Libibverbs.struct(context, Layout.Context.SIZE);
    MemorySegment device = opened.get(ADDRESS, Layout.Context.DEVICE);
    want(
        "ibv_context",
        !device.equals(MemorySegment.NULL)
            && opened.get(JAVA_LONG, Layout.Context.ABI_COMPAT) == -1
            && isSet(opened, Layout.Context.POLL_CQ)
            && isSet(opened, Layout.Context.REQ_NOTIFY_CQ)
            && isSet(opened, Layout.Context.POST_SEND)
            && isSet(opened, Layout.Context.POST_RECV)
            && isSet(opened, Layout.Context.POST_SRQ_RECV));
    want(
        "ibv_device",
        Libibverbs.struct(device, Layout.Device.SIZE)
            .asSlice(Layout.Device.NAME, Layout.Device.NAME_BYTES)
            .getString(0)
            .equals(place.device()));
    try (Arena arena = Arena.ofConfined()) {
      checkThings(arena);
    }
  }

  private static boolean isSet(MemorySegment s, long at) {
    return !s.get(ADDRESS, at).equals(MemorySegment.NULL);
  }

  /** The versions of its symbols stand in the file itself, wherever it was loaded from. */
  private static void checkVersion() throws IOException {
    List<String> maps = Files.readAllLines(Path.of("/proc/self/maps"));
    for (String line : maps) {
      int at = line.indexOf('/');
      if (at >= 0 && line.contains("libibverbs.so")) {
        checkVersion(Path.of(line.substring(at)));
        return;
      }
    }
  }

  static void checkVersion(Path file) throws IOException {
    Matcher version =
        VERSION.matcher(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
    int newest = -1;
    while (version.find()) {
      newest = Math.max(newest, Integer.parseInt(version.group(1)));
    }
    if (newest < OLDEST) {
      throw new IOException(
          file
              + (newest < 0
                  ? " has no symbols of version IBVERBS_1.x"
                  : " is of version IBVERBS_1." + newest)
              + ", and its structures are known from IBVERBS_1."
              + OLDEST
              + " on: install rdma-core 15 or later, or use the soft device");
    }
  }

  private void checkThings(Arena arena) throws IOException {
    MemorySegment domain =
        Libibverbs.struct(
            library.make("ibv_alloc_pd", context, "making a protection domain"),
            Layout.Domain.SIZE);
    try {
      want("ibv_pd", domain.get(ADDRESS, Layout.Domain.CONTEXT).equals(context));
      MemorySegment memory = arena.allocate(PAGE, PAGE);
      MemorySegment region =
          Libibverbs.struct(library.register(domain, memory, 1), Layout.Region.SIZE);
      try {
        want(
            "ibv_mr",
            region.get(ADDRESS, Layout.Region.CONTEXT).equals(context)
                && region.get(ADDRESS, Layout.Region.DOMAIN).equals(domain)
                && region.get(JAVA_LONG, Layout.Region.ADDRESS) == memory.address()
                && region.get(JAVA_LONG, Layout.Region.LENGTH) == PAGE);
        checkQueues(arena, domain, memory, region.get(JAVA_INT, Layout.Region.LKEY));
      } finally {
        int _ = library.end("ibv_dereg_mr", region);
      }
    } finally {
      int _ = library.end("ibv_dealloc_pd", domain);
    }
  }

  private void checkQueues(Arena arena, MemorySegment domain, MemorySegment memory, int lkey)
      throws IOException {
    MemorySegment channel =
        Libibverbs.struct(
            library.make("ibv_create_comp_channel", context, "making a completion channel"),
            Layout.Channel.SIZE);
    try {
      int fd = channel.get(JAVA_INT, Layout.Channel.FD);
      want("ibv_comp_channel", Files.exists(Path.of("/proc/self/fd/" + fd)));
      MemorySegment queue =
          Libibverbs.struct(library.createQueue(context, 8, channel), Layout.Queue.SIZE);
      try {
        want(
            "ibv_cq",
            queue.get(ADDRESS, Layout.Queue.CONTEXT).equals(context)
                && queue.get(ADDRESS, Layout.Queue.CHANNEL).equals(channel)
                && queue.get(JAVA_INT, Layout.Queue.ENTRIES) >= 8);
        checkPair(arena, domain, queue, memory, lkey);
      } finally {
        int _ = library.end("ibv_destroy_cq", queue);
      }
    } finally {
      int _ = library.end("ibv_destroy_comp_channel", channel);
    }
  }

  private void checkPair(
      Arena arena, MemorySegment domain, MemorySegment queue, MemorySegment memory, int lkey)
      throws IOException {
    MemorySegment initial = arena.allocate(Layout.PairAttributes.SIZE, Layout.POINTER);
    initial.set(ADDRESS, Layout.PairAttributes.SEND_QUEUE, queue);
    initial.set(ADDRESS, Layout.PairAttributes.RECEIVE_QUEUE, queue);
    initial.set(JAVA_INT, Layout.PairAttributes.SENDS, 2);
    initial.set(JAVA_INT, Layout.PairAttributes.RECEIVES, 2);
    initial.set(JAVA_INT, Layout.PairAttributes.SEND_PIECES, 1);
    initial.set(JAVA_INT, Layout.PairAttributes.RECEIVE_PIECES, 1);
    initial.set(JAVA_INT, Layout.PairAttributes.TYPE, 2);
    MemorySegment pair =
        Libibverbs.struct(
            library.make("ibv_create_qp", domain, initial, "making a queue pair"),
            Layout.Pair.SIZE);
    try {
      int number = pair.get(JAVA_INT, Layout.Pair.NUMBER);
      want(
          "ibv_qp",
          pair.get(ADDRESS, Layout.Pair.CONTEXT).equals(context)
              && pair.get(ADDRESS, Layout.Pair.DOMAIN).equals(domain)
              && pair.get(ADDRESS, Layout.Pair.SEND_QUEUE).equals(queue)
              && pair.get(ADDRESS, Layout.Pair.RECEIVE_QUEUE).equals(queue)
              && pair.get(ADDRESS, Layout.Pair.SHARED).equals(MemorySegment.NULL)
              && pair.get(JAVA_INT, Layout.Pair.STATE) == 0
              && pair.get(JAVA_INT, Layout.Pair.TYPE) == 2
              && number >>> 24 == 0);
      checkStates(arena, pair, initial);
      checkWork(arena, pair, queue, number, memory, lkey);
    } finally {
      int _ = library.end("ibv_destroy_qp", pair);
    }
  }

  private void checkStates(Arena arena, MemorySegment pair, MemorySegment initial)
      throws IOException {
    MemorySegment state = arena.allocate(Layout.PairState.SIZE, Layout.POINTER);
    state.set(JAVA_INT, Layout.PairState.STATE, INIT);
    state.set(JAVA_INT, Layout.PairState.ACCESS, 7);
    state.set(JAVA_BYTE, Layout.PairState.PORT, (byte) place.port());
    int mask =
        Layout.PairState.HAS_STATE
            | Layout.PairState.HAS_ACCESS
            | Layout.PairState.HAS_PORT
            | Layout.PairState.HAS_PKEY_INDEX;
    NativeDevice.check(library.modifyPair(pair, state, mask), "taking a queue pair to INIT");
    state.fill((byte) 0);
    NativeDevice.check(library.queryPair(pair, state, mask, initial), "asking for its state");
    want(
        "ibv_qp_attr",
        state.get(JAVA_INT, Layout.PairState.STATE) == INIT
            && (state.get(JAVA_INT, Layout.PairState.ACCESS) & 7) == 7
            && state.get(JAVA_BYTE, Layout.PairState.PORT) == place.port());
    want(
        "ibv_qp_init_attr",
        initial.get(JAVA_INT, Layout.PairAttributes.TYPE) == 2
            && initial.get(JAVA_INT, Layout.PairAttributes.SENDS) >= 2
            && initial.get(JAVA_INT, Layout.PairAttributes.RECEIVES) >= 2);
  }

  private void checkWork(
      Arena arena,
      MemorySegment pair,
      MemorySegment queue,
      int number,
      MemorySegment memory,
      int lkey)
      throws IOException {
    MemorySegment piece = arena.allocate(Layout.Piece.SIZE, Layout.POINTER);
    piece.set(JAVA_LONG, Layout.Piece.ADDRESS, memory.address());
    piece.set(JAVA_INT, Layout.Piece.LENGTH, PAGE);
    piece.set(JAVA_INT, Layout.Piece.LKEY, lkey);
    MemorySegment bad = arena.allocate(ADDRESS);
    MemorySegment receive = arena.allocate(Layout.Receive.SIZE, Layout.POINTER);
    receive.set(JAVA_LONG, Layout.Receive.ID, RECEIVE_ID);
    receive.set(ADDRESS, Layout.Receive.PIECES, piece);
    receive.set(JAVA_INT, Layout.Receive.PIECE_COUNT, 1);
    post(Layout.Context.POST_RECV, pair, receive, bad);
    MemorySegment state = arena.allocate(Layout.PairState.SIZE, Layout.POINTER);
    state.set(JAVA_INT, Layout.PairState.STATE, ERROR);
    NativeDevice.check(
        library.modifyPair(pair, state, Layout.PairState.HAS_STATE),
        "taking a queue pair to ERROR");
    MemorySegment send = arena.allocate(Layout.Send.SIZE, Layout.POINTER);
    send.set(JAVA_LONG, Layout.Send.ID, SEND_ID);
    send.set(ADDRESS, Layout.Send.PIECES, piece);
    send.set(JAVA_INT, Layout.Send.PIECE_COUNT, 1);
    send.set(JAVA_INT, Layout.Send.OPCODE, 2);
    send.set(JAVA_INT, Layout.Send.FLAGS, 2);
    post(Layout.Context.POST_SEND, pair, send, bad);
    boolean sent = false;
    boolean received = false;
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    MemorySegment done = arena.allocate(Layout.Completion.SIZE, Layout.POINTER);
    MemorySegment poll = Libibverbs.driver(context, Layout.Context.POLL_CQ);
    while (!(sent && received) && System.nanoTime() < endNs) {
      if (Libibverbs.poll(poll, queue, 1, done) == 1) {
        long id = done.get(JAVA_LONG, Layout.Completion.ID);
        sent |= id == SEND_ID;
        received |= id == RECEIVE_ID;
        want(
            "ibv_wc",
            (id == SEND_ID || id == RECEIVE_ID)
                && done.get(JAVA_INT, Layout.Completion.STATUS) == Layout.Completion.FLUSHED
                && done.get(JAVA_INT, Layout.Completion.PAIR) == number);
      } else {
        Thread.onSpinWait();
      }
    }
    want("ibv_send_wr", sent);
    want("ibv_recv_wr", received);
  }

  private void post(long function, MemorySegment pair, MemorySegment work, MemorySegment bad)
      throws IOException {
    int error = Libibverbs.post(Libibverbs.driver(context, function), pair, work, bad);
    NativeDevice.check(error, "posting work");
  }

  private void want(String structure, boolean right) throws IOException {
    if (!right) {
      throw new IOException(
          "the library's struct "
              + structure
              + " is not the one that is known here (rdma-core 15 to 60), so "
              + place.device()
              + " is not used; use the soft device");
    }
  }
}
