package dev.headroom.wire.perftest;

import dev.headroom.wire.connect.CmListener;
import dev.headroom.wire.connect.CmSession;
import dev.headroom.wire.connect.ConnectionManager;
import dev.headroom.wire.connect.RoceGid;
import dev.headroom.wire.connect.SideChannel;
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
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Control channel of perftest's {@code -R}: a reliable connection of the connection manager, over
 * which each message is a SEND and keys are binary. By the same port the queue pairs of the test
 * are connected.
 */
public final class CmPerfChannel implements PerfChannel, AutoCloseable {
  /** What keys take, which is the longest message: {@code struct pingpong_dest}. */
  private static final int MOST_BYTES = 56;

  private static final int READS_AT = 4;
  private static final int QUEUE_PAIR_AT = 8;
  private static final int PSN_AT = 12;
  private static final int RKEY_AT = 16;
  private static final int ADDRESS_AT = 24;
  private static final int GID_AT = 32;
  private static final long SENT = 100;
  private static final int ROOMS = 2;

  /** Perftest's server listens anew for the queue pairs of the test, and may not have got to it. */
  private static final int TRIES = 50;

  private static final long AGAIN_MS = 100;

  /** How long the other side may take to say that it ends a connection. */
  private static final long PARTING_MS = 3000;

  private static final ConnectionSettings SETTINGS =
      ConnectionSettings.DEFAULT.patience(14, 7, 7).allowing();

  /** How queue pairs are joined with those of the peer. */
  private interface Join {
    CmSession join(QueuePair pair, ConnectionSettings settings)
        throws IOException, InterruptedException;
  }

  private final CompletionQueue queue;
  private final QueuePair pair;
  private final MemoryRegion memory;
  private final ArrayDeque<WorkCompletion> early = new ArrayDeque<>();
  private final List<CmSession> connections = new ArrayList<>();
  private final boolean isClient;
  private Join join =
      (_, _) -> {
        throw new IllegalStateException("not connected");
      };
  private long patienceNs = SideChannel.PATIENCE.toNanos();

  private CmPerfChannel(Device device, boolean asks) {
    this.isClient = asks;
    ProtectionDomain domain = device.allocateProtectionDomain();
    queue = device.createCompletionQueue(8);
    pair = domain.createQueuePair(new QueuePairLimits(2, ROOMS), queue, queue);
    memory =
        domain.register(
            Arena.ofAuto().allocate((ROOMS + 1L) * MOST_BYTES, 8), Set.of(Access.LOCAL_WRITE));
    for (int room = 0; room < ROOMS; room++) {
      receive(room);
    }
  }

  /**
   * Calls a server.
   *
   * @throws IOException if it refuses or does not answer
   */
  public static CmPerfChannel call(
      Device device, ConnectionManager manager, InetAddress server, int port)
      throws IOException, InterruptedException {
    CmPerfChannel line = new CmPerfChannel(device, true);
    try {
      line.connections.add(manager.connect(server, port, line.pair, SETTINGS));
    } catch (IOException | InterruptedException e) {
      line.close();
      throw e;
    }
    line.join = (each, settings) -> connectWithRetries(manager, server, port, each, settings);
    return line;
  }

  private static CmSession connectWithRetries(
      ConnectionManager manager,
      InetAddress server,
      int port,
      QueuePair pair,
      ConnectionSettings settings)
      throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        return manager.connect(server, port, pair, settings);
      } catch (ConnectException e) {
        if (tries == TRIES) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(AGAIN_MS);
      }
    }
  }

  /**
   * Waits for a client, and answers it.
   *
   * @param listener where its queue pairs will be asked for, too
   * @param gaveUp told of each who asked and never confirmed: anybody can forge that
   */
  public static CmPerfChannel acceptClient(
      Device device, CmListener listener, Consumer<IOException> gaveUp)
      throws InterruptedException {
    while (true) {
      Optional<CmListener.Caller> caller = listener.next(Duration.ofMinutes(1));
      if (caller.isPresent()) {
        try {
          return acceptClient(device, listener, caller.get());
        } catch (IOException e) {
          gaveUp.accept(e);
        }
      }
    }
  }

  /**
   * Answers a client.
   *
   * @param listener where its queue pairs will be asked for, too
   * @throws IOException if it asked and does not confirm: anybody can forge that
   */
  public static CmPerfChannel acceptClient(
      Device device, CmListener listener, CmListener.Caller caller)
      throws IOException, InterruptedException {
    CmPerfChannel line = new CmPerfChannel(device, false);
    try {
      line.connections.add(caller.accept(line.pair, SETTINGS));
    } catch (IOException | InterruptedException e) {
      line.close();
      throw e;
    }
    line.join =
        (each, settings) -> {
          // Others who ask meanwhile do not make the wait longer.
          long endNs = System.nanoTime() + SideChannel.PATIENCE.toNanos();
          while (true) {
            long leftNs = endNs - System.nanoTime();
            CmListener.Caller next =
                (leftNs > 0
                        ? listener.next(Duration.ofNanos(leftNs))
                        : Optional.<CmListener.Caller>empty())
                    .orElseThrow(
                        () -> new ProtocolException("the client requests too few queue pairs"));
            if (next.address().equals(caller.address())) {
              return next.accept(each, settings);
            }
            next.reject(); // one client at a time
          }
        };
    return line;
  }

  /** Joins a queue pair of the test with one of the peer's. */
  void join(QueuePair each, ConnectionSettings settings) throws IOException, InterruptedException {
    connections.add(join.join(each, settings));
  }

  @Override
  public InetAddress peer() {
    return connections.getFirst().peer();
  }

  private void receive(int room) {
    pair.postReceive(room, memory.slice((long) room * MOST_BYTES, MOST_BYTES));
  }

  @Override
  public void write(byte[] message) throws IOException, InterruptedException {
    long at = (long) ROOMS * MOST_BYTES;
    MemorySegment.copy(message, 0, memory.memory(), ValueLayout.JAVA_BYTE, at, message.length);
    pair.post(WorkRequest.send(SENT, memory.slice(at, message.length)));
    WorkCompletion done = next(true);
    if (done.status() != WorkCompletion.Status.SUCCESS) {
      throw new IOException("could not send to the peer: " + done.status());
    }
  }

  @Override
  public byte[] read(int bytes) throws IOException, InterruptedException {
    WorkCompletion done = next(false);
    if (done.status() != WorkCompletion.Status.SUCCESS) {
      throw new ProtocolException(
          "the peer " + peer().getHostAddress() + " closed the connection: " + done.status());
    }
    if (done.bytes() != bytes) {
      throw new ProtocolException(
          "the peer sent " + done.bytes() + " bytes; perftest sends " + bytes);
    }
    int room = (int) done.id();
    byte[] message =
        memory.memory().asSlice((long) room * MOST_BYTES, bytes).toArray(ValueLayout.JAVA_BYTE);
    receive(room);
    return message;
  }

  /**
   * The next completion of what was sent, or of a receive. Sides speak in turn, but an answer may
   * be there before the ACK of what it answers: it is kept.
   */
  private WorkCompletion next(boolean sent) throws IOException, InterruptedException {
    if (!sent && !early.isEmpty()) {
      return early.removeFirst();
    }
    while (true) {
      WorkCompletion done =
          queue
              .await(patienceNs)
              .orElseThrow(() ->
                  new ProtocolException(
                      "the peer "
                          + peer().getHostAddress()
                          + " sent no data for "
                          + TimeUnit.NANOSECONDS.toSeconds(patienceNs)
                          + " s"));
      if ((done.id() == SENT) == sent) {
        return done;
      }
      if (sent) {
        early.add(done);
      }
    }
  }

  @Override
  public void setTimeout(Duration patience) {
    patienceNs = patience.toNanos();
  }

  @Override
  public byte[] form(PerfQpInfo keys) {
    byte[] message = new byte[MOST_BYTES];
    MemorySegment s = MemorySegment.ofArray(message);
    BigEndianBytes.put32(s, READS_AT, keys.reads());
    BigEndianBytes.put32(s, QUEUE_PAIR_AT, keys.queuePair());
    BigEndianBytes.put32(s, PSN_AT, keys.startingPsn());
    BigEndianBytes.put32(s, RKEY_AT, keys.rkey());
    BigEndianBytes.put64(s, ADDRESS_AT, keys.address());
    byte[] gid = RoceGid.of(keys.host());
    System.arraycopy(gid, 0, message, GID_AT, gid.length);
    return message;
  }

  /** Where the peer's queue pair is the connection manager has found out, whatever it says. */
  @Override
  public PerfQpInfo keys(byte[] message) {
    MemorySegment s = MemorySegment.ofArray(message);
    return new PerfQpInfo(
        peer(),
        BigEndianBytes.i32(s, READS_AT),
        BigEndianBytes.i32(s, QUEUE_PAIR_AT),
        BigEndianBytes.i32(s, PSN_AT),
        BigEndianBytes.i32(s, RKEY_AT),
        BigEndianBytes.i64(s, ADDRESS_AT));
  }

  @Override
  public void part() throws InterruptedException {
    if (isClient) {
      return; // who asked for connections ends them
    }
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PARTING_MS);
    while (connections.stream().anyMatch(CmSession::isOpen) && System.nanoTime() < endNs) {
      TimeUnit.MILLISECONDS.sleep(10);
    }
  }

  /** Ends the connections, those of the test first. */
  @Override
  public void close() {
    connections.reversed().forEach(CmSession::close);
    pair.close();
    memory.close();
  }
}
