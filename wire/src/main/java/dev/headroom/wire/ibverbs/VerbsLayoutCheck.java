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
 * Check that the structures of the installed library are those of {@link VerbsLayout}. The names of
 * its symbols' versions tell its age; then one of each thing is made, and what is known of it must
 * stand where it is looked for. A queue pair that is taken to error gives two completions without
 * any traffic.
 */
final class VerbsLayoutCheck {
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

  VerbsLayoutCheck(Libibverbs library, MemorySegment context, RdmaAddress place) {
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
    MemorySegment opened = Libibverbs.struct(context, VerbsLayout.Context.SIZE);
    MemorySegment device = opened.get(ADDRESS, VerbsLayout.Context.DEVICE);
    require(
        "ibv_context",
        !device.equals(MemorySegment.NULL)
            && opened.get(JAVA_LONG, VerbsLayout.Context.ABI_COMPAT) == -1
            && isSet(opened, VerbsLayout.Context.POLL_CQ)
            && isSet(opened, VerbsLayout.Context.REQ_NOTIFY_CQ)
            && isSet(opened, VerbsLayout.Context.POST_SEND)
            && isSet(opened, VerbsLayout.Context.POST_RECV)
            && isSet(opened, VerbsLayout.Context.POST_SRQ_RECV));
    require(
        "ibv_device",
        Libibverbs.struct(device, VerbsLayout.Device.SIZE)
            .asSlice(VerbsLayout.Device.NAME, VerbsLayout.Device.NAME_BYTES)
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
              + ", and its structures are supported from IBVERBS_1."
              + OLDEST
              + " on: install rdma-core 15 or later, or use the soft device");
    }
  }

  private void checkThings(Arena arena) throws IOException {
    MemorySegment domain =
        Libibverbs.struct(
            library.make("ibv_alloc_pd", context, "creating a protection domain"),
            VerbsLayout.Domain.SIZE);
    try {
      require("ibv_pd", domain.get(ADDRESS, VerbsLayout.Domain.CONTEXT).equals(context));
      MemorySegment memory = arena.allocate(PAGE, PAGE);
      MemorySegment region =
          Libibverbs.struct(library.register(domain, memory, 1), VerbsLayout.Region.SIZE);
      try {
        require(
            "ibv_mr",
            region.get(ADDRESS, VerbsLayout.Region.CONTEXT).equals(context)
                && region.get(ADDRESS, VerbsLayout.Region.DOMAIN).equals(domain)
                && region.get(JAVA_LONG, VerbsLayout.Region.ADDRESS) == memory.address()
                && region.get(JAVA_LONG, VerbsLayout.Region.LENGTH) == PAGE);
        checkQueues(arena, domain, memory, region.get(JAVA_INT, VerbsLayout.Region.LKEY));
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
            library.make("ibv_create_comp_channel", context, "creating a completion channel"),
            VerbsLayout.Channel.SIZE);
    try {
      int fd = channel.get(JAVA_INT, VerbsLayout.Channel.FD);
      require("ibv_comp_channel", Files.exists(Path.of("/proc/self/fd/" + fd)));
      MemorySegment queue =
          Libibverbs.struct(library.createQueue(context, 8, channel), VerbsLayout.Queue.SIZE);
      try {
        require(
            "ibv_cq",
            queue.get(ADDRESS, VerbsLayout.Queue.CONTEXT).equals(context)
                && queue.get(ADDRESS, VerbsLayout.Queue.CHANNEL).equals(channel)
                && queue.get(JAVA_INT, VerbsLayout.Queue.ENTRIES) >= 8);
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
    MemorySegment initial = arena.allocate(VerbsLayout.PairAttributes.SIZE, VerbsLayout.POINTER);
    initial.set(ADDRESS, VerbsLayout.PairAttributes.SEND_QUEUE, queue);
    initial.set(ADDRESS, VerbsLayout.PairAttributes.RECEIVE_QUEUE, queue);
    initial.set(JAVA_INT, VerbsLayout.PairAttributes.SENDS, 2);
    initial.set(JAVA_INT, VerbsLayout.PairAttributes.RECEIVES, 2);
    initial.set(JAVA_INT, VerbsLayout.PairAttributes.SEND_PIECES, 1);
    initial.set(JAVA_INT, VerbsLayout.PairAttributes.RECEIVE_PIECES, 1);
    initial.set(JAVA_INT, VerbsLayout.PairAttributes.TYPE, 2);
    MemorySegment pair =
        Libibverbs.struct(
            library.make("ibv_create_qp", domain, initial, "creating a queue pair"),
            VerbsLayout.Pair.SIZE);
    try {
      int number = pair.get(JAVA_INT, VerbsLayout.Pair.NUMBER);
      require(
          "ibv_qp",
          pair.get(ADDRESS, VerbsLayout.Pair.CONTEXT).equals(context)
              && pair.get(ADDRESS, VerbsLayout.Pair.DOMAIN).equals(domain)
              && pair.get(ADDRESS, VerbsLayout.Pair.SEND_QUEUE).equals(queue)
              && pair.get(ADDRESS, VerbsLayout.Pair.RECEIVE_QUEUE).equals(queue)
              && pair.get(ADDRESS, VerbsLayout.Pair.SHARED).equals(MemorySegment.NULL)
              && pair.get(JAVA_INT, VerbsLayout.Pair.STATE) == 0
              && pair.get(JAVA_INT, VerbsLayout.Pair.TYPE) == 2
              && number >>> 24 == 0);
      checkStates(arena, pair, initial);
      checkWork(arena, pair, queue, number, memory, lkey);
    } finally {
      int _ = library.end("ibv_destroy_qp", pair);
    }
  }

  private void checkStates(Arena arena, MemorySegment pair, MemorySegment initial)
      throws IOException {
    MemorySegment state = arena.allocate(VerbsLayout.PairState.SIZE, VerbsLayout.POINTER);
    state.set(JAVA_INT, VerbsLayout.PairState.STATE, INIT);
    state.set(JAVA_INT, VerbsLayout.PairState.ACCESS, 7);
    state.set(JAVA_BYTE, VerbsLayout.PairState.PORT, (byte) place.port());
    int mask =
        VerbsLayout.PairState.HAS_STATE
            | VerbsLayout.PairState.HAS_ACCESS
            | VerbsLayout.PairState.HAS_PORT
            | VerbsLayout.PairState.HAS_PKEY_INDEX;
    NativeDevice.check(library.modifyPair(pair, state, mask), "moving a queue pair to INIT");
    state.fill((byte) 0);
    NativeDevice.check(library.queryPair(pair, state, mask, initial), "querying its state");
    require(
        "ibv_qp_attr",
        state.get(JAVA_INT, VerbsLayout.PairState.STATE) == INIT
            && (state.get(JAVA_INT, VerbsLayout.PairState.ACCESS) & 7) == 7
            && state.get(JAVA_BYTE, VerbsLayout.PairState.PORT) == place.port());
    require(
        "ibv_qp_init_attr",
        initial.get(JAVA_INT, VerbsLayout.PairAttributes.TYPE) == 2
            && initial.get(JAVA_INT, VerbsLayout.PairAttributes.SENDS) >= 2
            && initial.get(JAVA_INT, VerbsLayout.PairAttributes.RECEIVES) >= 2);
  }

  private void checkWork(
      Arena arena,
      MemorySegment pair,
      MemorySegment queue,
      int number,
      MemorySegment memory,
      int lkey)
      throws IOException {
    MemorySegment piece = arena.allocate(VerbsLayout.Piece.SIZE, VerbsLayout.POINTER);
    piece.set(JAVA_LONG, VerbsLayout.Piece.ADDRESS, memory.address());
    piece.set(JAVA_INT, VerbsLayout.Piece.LENGTH, PAGE);
    piece.set(JAVA_INT, VerbsLayout.Piece.LKEY, lkey);
    MemorySegment bad = arena.allocate(ADDRESS);
    MemorySegment receive = arena.allocate(VerbsLayout.Receive.SIZE, VerbsLayout.POINTER);
    receive.set(JAVA_LONG, VerbsLayout.Receive.ID, RECEIVE_ID);
    receive.set(ADDRESS, VerbsLayout.Receive.PIECES, piece);
    receive.set(JAVA_INT, VerbsLayout.Receive.PIECE_COUNT, 1);
    post(VerbsLayout.Context.POST_RECV, pair, receive, bad);
    MemorySegment state = arena.allocate(VerbsLayout.PairState.SIZE, VerbsLayout.POINTER);
    state.set(JAVA_INT, VerbsLayout.PairState.STATE, ERROR);
    NativeDevice.check(
        library.modifyPair(pair, state, VerbsLayout.PairState.HAS_STATE),
        "moving a queue pair to ERROR");
    MemorySegment send = arena.allocate(VerbsLayout.Send.SIZE, VerbsLayout.POINTER);
    send.set(JAVA_LONG, VerbsLayout.Send.ID, SEND_ID);
    send.set(ADDRESS, VerbsLayout.Send.PIECES, piece);
    send.set(JAVA_INT, VerbsLayout.Send.PIECE_COUNT, 1);
    send.set(JAVA_INT, VerbsLayout.Send.OPCODE, 2);
    send.set(JAVA_INT, VerbsLayout.Send.FLAGS, 2);
    post(VerbsLayout.Context.POST_SEND, pair, send, bad);
    boolean sent = false;
    boolean received = false;
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    MemorySegment done = arena.allocate(VerbsLayout.Completion.SIZE, VerbsLayout.POINTER);
    MemorySegment poll = Libibverbs.driver(context, VerbsLayout.Context.POLL_CQ);
    while (!(sent && received) && System.nanoTime() < endNs) {
      if (Libibverbs.poll(poll, queue, 1, done) == 1) {
        long id = done.get(JAVA_LONG, VerbsLayout.Completion.ID);
        sent |= id == SEND_ID;
        received |= id == RECEIVE_ID;
        require(
            "ibv_wc",
            (id == SEND_ID || id == RECEIVE_ID)
                && done.get(JAVA_INT, VerbsLayout.Completion.STATUS)
                    == VerbsLayout.Completion.FLUSHED
                && done.get(JAVA_INT, VerbsLayout.Completion.PAIR) == number);
      } else {
        Thread.onSpinWait();
      }
    }
    require("ibv_send_wr", sent);
    require("ibv_recv_wr", received);
  }

  private void post(long function, MemorySegment pair, MemorySegment work, MemorySegment bad)
      throws IOException {
    int error = Libibverbs.post(Libibverbs.driver(context, function), pair, work, bad);
    NativeDevice.check(error, "posting a work request");
  }

  private void require(String structure, boolean right) throws IOException {
    if (!right) {
      throw new IOException(
          "the library's struct "
              + structure
              + " is not a supported one (rdma-core 15 to 60), so "
              + place.device()
              + " is not used; use the soft device");
    }
  }
}
