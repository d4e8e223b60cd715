package dev.headroom.wire.pingpong;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.headroom.wire.connect.CmListener;
import dev.headroom.wire.connect.CmSession;
import dev.headroom.wire.connect.ConnectionManager;
import dev.headroom.wire.packet.BigEndianBytes;
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
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

/**
 * One side of {@code rping} (rdma-core, librdmacm/examples). For every ping the client says where
 * its text lies, the server READs it and says so, the client says where it wants it, the server
 * WRITEs it there and says so. What they say is 16 bytes: address, rkey, size.
 *
 * <p>A server lets nobody into its memory: it asks, the client allows.
 */
public final class Rping implements AutoCloseable {
  /** Where {@code rping} listens. */
  public static final int PORT = 7174;

  /** The least and the most that {@code rping} takes: room for the number, 64 KiB less one. */
  public static final int LEAST_BYTES = 27;

  public static final int MOST_BYTES = 65_535;

  private static final int ADVERTISEMENT = 16;
  private static final long RECEIVE = 1;
  private static final long SEND = 2;
  private static final long MOVE = 3;
  private static final long SIGN_OF_LIFE = 4;

  /** How long a peer may be silent in the middle of a ping, and between two. */
  private static final long PATIENCE_NS = 20_000_000_000L;

  /** How long a client may be silent between two pings before it is asked whether it is there. */
  private static final long QUIET_NS = 1_000_000_000L;

  /** What the program is told. */
  public interface Progress {
    /**
     * A ping has come back, or been served.
     *
     * @param number from 0 on
     * @param text what it carried
     * @param right whether it is what it must be
     * @param elapsedNs since it began
     */
    void ping(int number, String text, boolean right, long elapsedNs);
  }

  /**
   * How a client was served.
   *
   * @param pings that it had, whole
   * @param hasDisconnected whether it ended the connection; else it was no longer there after a
   *     ping: it was killed, or what it said at the end was lost, which Linux says only once when a
   *     program does not wait for the answer
   */
  public record Served(int pings, boolean hasDisconnected) {}

  /** What comes after a ping. */
  private enum Next {
    PING,
    GOODBYE,
    NOBODY
  }

  private final CompletionQueue queue;
  private final QueuePair pair;
  private final MemoryRegion words;
  private final MemoryRegion room;
  private final MemoryRegion text;

  private Rping(Device device, int bytes) {
    ProtectionDomain domain = device.allocateProtectionDomain();
    queue = device.createCompletionQueue(64);
    pair = domain.createQueuePair(new QueuePairLimits(16, 2), queue, queue);
    words = domain.register(memory(2 * ADVERTISEMENT), Set.of(Access.LOCAL_WRITE));
    room =
        domain.register(
            memory(bytes), Set.of(Access.LOCAL_WRITE, Access.REMOTE_WRITE, Access.REMOTE_READ));
    text = domain.register(memory(bytes), Set.of(Access.LOCAL_WRITE, Access.REMOTE_READ));
    receive();
  }

  private static MemorySegment memory(int bytes) {
    return MemorySegment.ofArray(new byte[bytes]);
  }

  /**
   * Pings a server.
   *
   * @param count how often
   * @param bytes of each text, {@link #LEAST_BYTES} to {@link #MOST_BYTES}
   */
  public static void client(
      Device device,
      ConnectionManager manager,
      InetAddress server,
      int port,
      int count,
      int bytes,
      ConnectionSettings settings,
      Progress progress)
      throws IOException, InterruptedException {
    try (Rping side = new Rping(device, bytes);
        CmSession connection =
            manager.connect(
                server,
                port,
                side.pair,
                settings.allowing(Access.REMOTE_READ, Access.REMOTE_WRITE))) {
      for (int number = 0; number < count; number++) {
        if (!connection.isOpen()) {
          throw new IOException("the server closed the connection");
        }
        long startNs = System.nanoTime();
        byte[] sent = textOf(number, bytes);
        side.text.memory().copyFrom(MemorySegment.ofArray(sent));
        side.advertise(side.text, bytes);
        side.receivesMessage();
        side.advertise(side.room, bytes);
        side.receivesMessage();
        byte[] back = side.room.memory().toArray(ValueLayout.JAVA_BYTE);
        progress.ping(number, words(back), Arrays.equals(sent, back), System.nanoTime() - startNs);
      }
    }
  }

  /**
   * Serves a client until it ends the connection, or is no longer there.
   *
   * @throws IOException if it goes in the middle of a ping, is silent for 20 s, or says what rping
   *     does not
   */
  public static Served server(
      Device device, CmListener.Caller caller, ConnectionSettings settings, Progress progress)
      throws IOException, InterruptedException {
    try (Rping side = new Rping(device, MOST_BYTES);
        CmSession connection = caller.accept(side.pair, settings.allowing())) {
      int number = 0;
      Next next = side.awaitNext();
      while (next == Next.PING && side.serve(number, progress)) {
        number++;
        next = connection.isOpen() ? side.awaitNext() : Next.GOODBYE;
      }
      return new Served(number, next != Next.NOBODY);
    }
  }

  /**
   * Waits for the client's next ping. One whose goodbye was lost looks like one that takes its
   * time, so it is asked by a WRITE of nothing, which changes nothing and which a living one
   * acknowledges.
   */
  private Next awaitNext() throws IOException, InterruptedException {
    long endNs = System.nanoTime() + PATIENCE_NS;
    boolean asked = false;
    while (System.nanoTime() - endNs < 0) {
      Optional<WorkCompletion> come = queue.await(QUIET_NS);
      if (come.isEmpty()) {
        if (!asked) {
          pair.post(WorkRequest.write(SIGN_OF_LIFE, 0, 0, room.slice(0, 0)));
          asked = true;
        }
        continue;
      }
      WorkCompletion done = come.get();
      if (done.id() == RECEIVE) {
        return taken(done) ? Next.PING : Next.GOODBYE;
      }
      if (done.status() == Status.RETRY_EXCEEDED) {
        return Next.NOBODY;
      }
      if (done.status() != Status.WORK_REQUEST_FLUSHED) {
        check(done);
      }
      asked &= done.id() != SIGN_OF_LIFE;
    }
    throw timeoutException();
  }

  /** One ping; false if the client ends the connection in its middle. */
  private boolean serve(int number, Progress progress) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    int bytes = size();
    move(WorkRequest.read(MOVE, address(), rkey(), room.slice(0, bytes)));
    byte[] read = room.memory().asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
    go();
    if (!receivesMessage()) {
      return false;
    }
    String said = words(read);
    int back = Math.min(said.length() + 1, Math.min(bytes, size()));
    move(WorkRequest.write(MOVE, address(), rkey(), room.slice(0, back)));
    go();
    boolean right = Arrays.equals(read, textOf(number, bytes));
    progress.ping(number, said, right, System.nanoTime() - startNs);
    return true;
  }

  /** The text of a ping as {@code rping} makes it: its number, then letters that go on by one. */
  static byte[] textOf(int number, int bytes) {
    byte[] head = ("rdma-ping-" + number + ": ").getBytes(US_ASCII);
    byte[] text = new byte[bytes];
    int letters = 'z' - 'A' + 1;
    for (int i = 0; i < bytes - 1; i++) {
      text[i] = i < head.length ? head[i] : (byte) ('A' + (number + i - head.length) % letters);
    }
    return text;
  }

  /** As far as the first zero; what a terminal might take for an order is a dot. */
  static String words(byte[] text) {
    StringBuilder words = new StringBuilder();
    for (int i = 0; i < text.length && text[i] != 0; i++) {
      words.append(text[i] >= ' ' && text[i] <= '~' ? (char) text[i] : '.');
    }
    return words.toString();
  }

  // --- what they say ----------------------------------------------------------------------------

  private void receive() {
    pair.postReceive(RECEIVE, words.slice(0, ADVERTISEMENT));
  }

  private void advertise(MemoryRegion what, int bytes) {
    MemorySegment s = words.memory();
    BigEndianBytes.put64(s, ADVERTISEMENT, what.address());
    BigEndianBytes.put32(s, ADVERTISEMENT + 8, what.rkey());
    BigEndianBytes.put32(s, ADVERTISEMENT + 12, bytes);
    go();
  }

  private void go() {
    pair.post(WorkRequest.send(SEND, words.slice(ADVERTISEMENT, ADVERTISEMENT)));
  }

  private long address() {
    return BigEndianBytes.i64(words.memory(), 0);
  }

  private int rkey() {
    return BigEndianBytes.i32(words.memory(), 8);
  }

  private int size() throws IOException {
    int size = BigEndianBytes.i32(words.memory(), 12);
    if (size < 1 || size > MOST_BYTES) {
      throw new IOException(
          "the client announces " + size + " bytes; 1 to " + MOST_BYTES + " are valid");
    }
    return size;
  }

  /** Waits for what the peer says; false if the connection has ended. */
  private boolean receivesMessage() throws IOException, InterruptedException {
    return taken(next(RECEIVE));
  }

  private boolean taken(WorkCompletion done) throws IOException {
    if (done.status() == Status.WORK_REQUEST_FLUSHED) {
      return false;
    }
    check(done);
    if (done.bytes() != ADVERTISEMENT) {
      throw new IOException("the peer sent " + done.bytes() + " bytes; rping sends 16");
    }
    receive();
    return true;
  }

  private void move(WorkRequest request) throws IOException, InterruptedException {
    pair.post(request);
    check(next(MOVE));
  }

  private static void check(WorkCompletion done) throws IOException {
    if (done.status() != Status.SUCCESS) {
      throw new ProtocolException(
          switch ((int) done.id()) {
                case (int) RECEIVE -> "a receive";
                case (int) SEND -> "a send";
                case (int) SIGN_OF_LIFE -> "an empty WRITE";
                default -> "a READ or WRITE";
              }
              + " ended with "
              + done.status());
    }
  }

  /** The next completion of this id; sends are completed in passing. */
  private WorkCompletion next(long id) throws IOException, InterruptedException {
    while (true) {
      WorkCompletion done = queue.await(PATIENCE_NS).orElseThrow(Rping::timeoutException);
      if (done.id() == id) {
        return done;
      }
      if (done.status() != Status.WORK_REQUEST_FLUSHED) {
        check(done);
      }
    }
  }

  private static IOException timeoutException() {
    return new IOException("the peer sent no data for " + PATIENCE_NS / 1_000_000_000L + " s");
  }

  /** Lets what was said arrive, then closes, and keeps nothing: another client may come. */
  @Override
  public void close() {
    pair.close();
    words.close();
    room.close();
    text.close();
  }
}
