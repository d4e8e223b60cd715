package dev.headroom.wire.connect;

import dev.headroom.wire.packet.CmMessage;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.ManagementPort;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.QueuePair;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * RDMA connection manager (IBA chapter 12): two programs find each other by address and port, as
 * with TCP, and their queue pairs are connected. {@code rdma_connect} and {@code rdma_listen} of
 * librdmacm speak the same.
 *
 * <p>One side asks (REQ), the other agrees (REP) or refuses (REJ), and the first confirms (RTU);
 * either ends it (DREQ) and the other agrees (DREP). What is not answered is sent again. Whoever
 * has not got its answer ready says so (MRA).
 *
 * <p>Datagrams can be forged. So ids are drawn at random, a message counts only if it comes from
 * the peer's address with both ids right, and of those who ask without confirming only so many are
 * kept, in all and of one address, and only for so long. What does not fit is dropped.
 */
public final class ConnectionManager implements ManagementPort.Manager {
  /** Callers that are kept until they are connected. */
  public static final int MOST_HALF_OPEN = 64;

  /** Of these, with the same address. */
  public static final int MOST_OF_ONE_ADDRESS = 8;

  /** Connections at once. */
  public static final int MOST_CONNECTIONS = 4096;

  /** How often something is sent before the peer is given up. */
  static final int TRIES = 8;

  private static final long RESEND_NS = 500_000_000L;

  /** What should have been looked at so long ago is not looked at. */
  private static final long OVERDUE_NS = 4 * RESEND_NS;

  /** Somebody who asks, and what came with it. */
  record Asked(Talk talk, CmMessage.Request request, byte[] privateData) {}

  private record Letter(InetAddress to, byte[] mad) {}

  private final ManagementPort device;
  private final LongSupplier clockNs;
  private final SecureRandom random;
  private final Talks talks;
  private final Doors doors = new Doors();
  private final Dialogue dialogue;
  private final ArrayDeque<Letter> letters = new ArrayDeque<>();
  private long dueNs = Long.MAX_VALUE;

  private ConnectionManager(ManagementPort device, LongSupplier clockNs, SecureRandom random) {
    this.device = device;
    this.clockNs = clockNs;
    this.random = random;
    talks = new Talks(random);
    dialogue = new Dialogue(this, device, talks, doors, clockNs);
  }

  /**
   * Makes the manager of a device.
   *
   * @param clockNs the device's clock
   */
  public static ConnectionManager of(
      ManagementPort device, LongSupplier clockNs, SecureRandom random) {
    ConnectionManager manager = new ConnectionManager(device, clockNs, random);
    device.manage(manager);
    return manager;
  }

  // --- for programs that ask --------------------------------------------------------------------

  /**
   * Joins a queue pair with one that a server offers.
   *
   * @throws IOException if the server refuses or does not answer
   */
  public Connection connect(
      InetAddress server, int port, QueuePair pair, ConnectionSettings settings)
      throws IOException, InterruptedException {
    Talk talk;
    synchronized (this) {
      talk = talks.ask(server);
      talk.pair = pair;
      byte[] mad =
          CmForm.request(
              talk.transaction,
              talk.localId,
              CmForm.guid(),
              port,
              offer(pair, settings),
              device.address(),
              server);
      ask(talk, mad);
      await(talk, Talk.State.REQUESTED);
    }
    String where = server.getHostAddress() + " port " + port;
    CmMessage.Reply reply = talk.reply;
    if (talk.state == Talk.State.SILENT) {
      throw new SocketTimeoutException(
          where + " does not answer the connection manager; is an RDMA server there?");
    }
    if (reply == null) {
      throw new ConnectException(where + " refuses: " + talk.reason);
    }
    // What the manager calls a starting PSN is what the other side begins with.
    join(pair, reply.localQp(), reply.startingPsn(), talk, settings);
    synchronized (this) {
      talk.settle(Talk.State.OPEN);
      letters.add(
          new Letter(
              server, CmForm.ids(talk.transaction, CmForm.READY, talk.localId, talk.remoteId)));
    }
    return new Connection(this, talk);
  }

  private static CmForm.Offer offer(QueuePair pair, ConnectionSettings settings) {
    return new CmForm.Offer(
        pair.self().queuePair(),
        pair.self().startingPsn(),
        settings.readsServed(),
        settings.readsAsked(),
        settings.mtuBytes(),
        settings.retries(),
        settings.rnrRetries(),
        settings.timeout());
  }

  /** If that fails here, the peer hears of it, and nothing is kept. */
  private void join(
      QueuePair pair, int peerQp, int startingPsn, Talk talk, ConnectionSettings settings) {
    ConnectionSettings agreed =
        new ConnectionSettings(
            settings.allowed(),
            settings.mtuBytes(),
            settings.timeout(),
            settings.retries(),
            settings.rnrRetries(),
            settings.rnrTimer(),
            Math.clamp(talk.peerServes, 1, settings.readsAsked()),
            settings.readsServed());
    try {
      Peer peer = new Peer(talk.peer, peerQp, pair.self().startingPsn());
      pair.connect(peer, agreed, startingPsn);
    } catch (RuntimeException e) {
      refuse(talk);
      throw e;
    }
  }

  // --- for programs that answer -----------------------------------------------------------------

  /** Takes those who ask for a port, from now on. */
  public synchronized Listener listen(int port) {
    doors.open(port);
    return new Listener(this, port);
  }

  synchronized void forget(int port) {
    doors.close(port).forEach(asked -> reject(asked.talk()));
  }

  synchronized Optional<Asked> nextCaller(int port, Duration patience) throws InterruptedException {
    long endNs = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<Asked> next = doors.next(port);
      long leftNs = endNs - System.nanoTime();
      if (next.isPresent() || !doors.isOpen(port) || leftNs <= 0) {
        return next;
      }
      TimeUnit.NANOSECONDS.timedWait(this, leftNs);
    }
  }

  Connection accept(Asked asked, QueuePair pair, ConnectionSettings ours)
      throws IOException, InterruptedException {
    Talk talk = asked.talk();
    CmMessage.Request request = asked.request();
    ConnectionSettings settings = ours.mtu(request.pathMtuBytes());
    synchronized (this) {
      if (talk.state != Talk.State.ASKED) {
        throw new ConnectException(talk.peer.getHostAddress() + " asks no longer");
      }
      talk.pair = pair;
      talk.dueNs = Long.MAX_VALUE; // it is being answered
    }
    join(pair, request.localQp(), request.startingPsn(), talk, settings);
    synchronized (this) {
      talk.state = Talk.State.REPLIED;
      ask(
          talk,
          CmForm.reply(
              talk.transaction, talk.localId, talk.remoteId, CmForm.guid(), offer(pair, settings)));
      await(talk, Talk.State.REPLIED);
      // Who confirms and ends it at once has confirmed it.
      if (talk.state != Talk.State.OPEN && talk.state != Talk.State.ENDED) {
        throw new ConnectException(
            talk.peer.getHostAddress() + " asked for a connection and never confirmed it");
      }
    }
    return new Connection(this, talk);
  }

  synchronized void reject(Talk talk) {
    if (talk.isHalfOpen()) {
      refuse(talk);
    }
  }

  private synchronized void refuse(Talk talk) {
    letters.add(
        new Letter(
            talk.peer,
            CmForm.reject(talk.transaction, talk.localId, talk.remoteId, CmForm.CONSUMER)));
    finish(talk, Talk.State.ENDED);
  }

  // --- for connections --------------------------------------------------------------------------

  synchronized boolean isOpen(Talk talk) {
    return talk.state == Talk.State.OPEN;
  }

  synchronized void end(Talk talk) {
    if (talk.state != Talk.State.OPEN) {
      return;
    }
    talk.state = Talk.State.ENDING;
    byte[] mad = CmForm.disconnect(random.nextLong(), talk.localId, talk.remoteId, talk.remoteQp);
    ask(talk, mad);
    try {
      long endNs = System.nanoTime() + TRIES * RESEND_NS; // nobody may drive the device any more
      while (talk.state == Talk.State.ENDING && System.nanoTime() < endNs) {
        TimeUnit.NANOSECONDS.timedWait(this, RESEND_NS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the peer may not have heard of it
    }
    finish(talk, Talk.State.ENDED);
  }

  // --- under the lock ---------------------------------------------------------------------------

  private void ask(Talk talk, byte[] mad) {
    talk.pending = mad;
    talk.tries = TRIES;
    lookAt(talk, clockNs.getAsLong());
  }

  /**
   * Every state is left in the end: {@link #look} gives up when it is time, and where nobody drives
   * the device any more, so that it does not look, this does.
   */
  private void await(Talk talk, Talk.State state) throws InterruptedException {
    while (talk.state == state) {
      TimeUnit.NANOSECONDS.timedWait(this, RESEND_NS);
      if (talk.state == state && clockNs.getAsLong() - talk.dueNs > OVERDUE_NS) {
        finish(talk, Talk.State.SILENT);
      }
    }
  }

  /** It is over; whoever waits for it is told. */
  void finish(Talk talk, Talk.State state) {
    if (talk.state == Talk.State.ASKED) {
      doors.remove(talk);
    }
    talk.settle(state);
    talks.end(talk);
    notifyAll();
  }

  /** Somebody has come to a door. */
  void arrived() {
    notifyAll();
  }

  /** It has come further, and nothing is sent again; whoever waits for that is told. */
  void settle(Talk talk, Talk.State state) {
    talk.settle(state);
    talks.settled(talk);
    notifyAll();
  }

  /** It is looked at again at this time, at the latest. */
  void lookAt(Talk talk, long atNs) {
    talk.dueNs = atNs;
    dueNs = Math.min(dueNs, atNs);
  }

  // --- for the device ---------------------------------------------------------------------------

  @Override
  public synchronized void look(long nowNs) {
    for (Letter letter = letters.poll(); letter != null; letter = letters.poll()) {
      device.send(letter.to, MemorySegment.ofArray(letter.mad));
    }
    if (nowNs < dueNs) {
      return;
    }
    dueNs = Long.MAX_VALUE;
    for (Talk talk : talks.all()) {
      if (nowNs >= talk.dueNs) {
        isDue(talk, nowNs);
      }
      dueNs = Math.min(dueNs, talk.dueNs);
    }
  }

  private void isDue(Talk talk, long nowNs) {
    byte[] pending = talk.pending;
    if (pending == null || talk.tries == 0) {
      finish(talk, talk.state == Talk.State.ENDING ? Talk.State.ENDED : Talk.State.SILENT);
      return;
    }
    talk.tries--;
    talk.dueNs = nowNs + RESEND_NS;
    device.send(talk.peer, MemorySegment.ofArray(pending));
  }

  @Override
  public synchronized long wakeNs() {
    return letters.isEmpty() ? dueNs : Long.MIN_VALUE;
  }

  /** Datagrams that were forged, late, or of which there were too many. */
  public synchronized long dropped() {
    return dialogue.dropped();
  }

  /** Callers that are not connected yet. */
  public synchronized int halfOpen() {
    return talks.halfOpen();
  }

  @Override
  public synchronized void receive(InetAddress from, MemorySegment mad) {
    dialogue.receive(from, mad);
  }
}
