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
  record Asked(CmConnection cmConnection, CmMessage.Request request, byte[] privateData) {}

  private record Letter(InetAddress to, byte[] mad) {}

  private final ManagementPort device;
  private final LongSupplier clockNs;
  private final SecureRandom random;
  private final CmConnectionTable cmConnectionTable;
  private final CmListeners cmListeners = new CmListeners();
  private final CmStateMachine cmStateMachine;
  private final ArrayDeque<Letter> letters = new ArrayDeque<>();
  private long dueNs = Long.MAX_VALUE;

  private ConnectionManager(ManagementPort device, LongSupplier clockNs, SecureRandom random) {
    this.device = device;
    this.clockNs = clockNs;
    this.random = random;
    cmConnectionTable = new CmConnectionTable(random);
    cmStateMachine = new CmStateMachine(this, device, cmConnectionTable, cmListeners, clockNs);
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
  public CmSession connect(
      InetAddress server, int port, QueuePair pair, ConnectionSettings settings)
      throws IOException, InterruptedException {
    CmConnection cmConnection;
    synchronized (this) {
      cmConnection = cmConnectionTable.addOutgoing(server);
      cmConnection.pair = pair;
      byte[] mad =
          CmMessageWriter.request(
              cmConnection.transaction,
              cmConnection.localId,
              CmMessageWriter.guid(),
              port,
              offer(pair, settings),
              device.address(),
              server);
      sendRequest(cmConnection, mad);
    }
    awaitAnswer(cmConnection, CmConnection.State.REQUESTED);
    String where = server.getHostAddress() + " port " + port;
    CmMessage.Reply reply = cmConnection.reply;
    if (cmConnection.state == CmConnection.State.SILENT) {
      throw new SocketTimeoutException(
          where
              + " does not respond to the connection manager; check that an RDMA server runs "
              + "there");
    }
    if (reply == null) {
      throw new ConnectException(where + " rejected the connection: " + cmConnection.reason);
    }
    // What the manager calls a starting PSN is what the other side begins with.
    join(pair, reply.localQp(), reply.startingPsn(), cmConnection, settings);
    synchronized (this) {
      cmConnection.settle(CmConnection.State.OPEN);
      letters.add(
          new Letter(
              server,
              CmMessageWriter.ids(
                  cmConnection.transaction,
                  CmMessageWriter.READY,
                  cmConnection.localId,
                  cmConnection.remoteId)));
    }
    device.wake();
    return new CmSession(this, cmConnection);
  }

  private static CmMessageWriter.Offer offer(QueuePair pair, ConnectionSettings settings) {
    return new CmMessageWriter.Offer(
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
      QueuePair pair,
      int peerQp,
      int startingPsn,
      CmConnection cmConnection,
      ConnectionSettings settings) {
    ConnectionSettings agreed =
        new ConnectionSettings(
            settings.allowed(),
            settings.mtuBytes(),
            settings.timeout(),
            settings.retries(),
            settings.rnrRetries(),
            settings.rnrTimer(),
            Math.clamp(cmConnection.peerResponderResources, 1, settings.readsAsked()),
            settings.readsServed());
    try {
      Peer peer = new Peer(cmConnection.peer, peerQp, pair.self().startingPsn());
      pair.connect(peer, agreed, startingPsn);
    } catch (RuntimeException e) {
      refuse(cmConnection);
      throw e;
    }
  }

  // --- for programs that answer -----------------------------------------------------------------

  /** Takes those who ask for a port, from now on. */
  public synchronized CmListener listen(int port) {
    cmListeners.open(port);
    return new CmListener(this, port);
  }

  synchronized void forget(int port) {
    cmListeners.close(port).forEach(asked -> reject(asked.cmConnection()));
  }

  synchronized Optional<Asked> nextCaller(int port, Duration patience) throws InterruptedException {
    long endNs = System.nanoTime() + patience.toNanos();
    while (true) {
      Optional<Asked> next = cmListeners.next(port);
      long leftNs = endNs - System.nanoTime();
      if (next.isPresent() || !cmListeners.isOpen(port) || leftNs <= 0) {
        return next;
      }
      TimeUnit.NANOSECONDS.timedWait(this, leftNs);
    }
  }

  CmSession accept(Asked asked, QueuePair pair, ConnectionSettings ours)
      throws IOException, InterruptedException {
    CmConnection cmConnection = asked.cmConnection();
    CmMessage.Request request = asked.request();
    ConnectionSettings settings = ours.mtu(request.pathMtuBytes());
    synchronized (this) {
      if (cmConnection.state != CmConnection.State.ASKED) {
        throw new ConnectException(
            cmConnection.peer.getHostAddress() + " canceled its connection request");
      }
      cmConnection.pair = pair;
      cmConnection.dueNs = Long.MAX_VALUE; // it is being answered
    }
    join(pair, request.localQp(), request.startingPsn(), cmConnection, settings);
    synchronized (this) {
      cmConnection.state = CmConnection.State.REPLIED;
      sendRequest(
          cmConnection,
          CmMessageWriter.reply(
              cmConnection.transaction,
              cmConnection.localId,
              cmConnection.remoteId,
              CmMessageWriter.guid(),
              offer(pair, settings)));
    }
    awaitAnswer(cmConnection, CmConnection.State.REPLIED);
    synchronized (this) {
      // Who confirms and ends it at once has confirmed it.
      if (cmConnection.state != CmConnection.State.OPEN
          && cmConnection.state != CmConnection.State.ENDED) {
        throw new ConnectException(
            cmConnection.peer.getHostAddress() + " requested a connection and never confirmed it");
      }
    }
    return new CmSession(this, cmConnection);
  }

  synchronized void reject(CmConnection cmConnection) {
    if (cmConnection.isHalfOpen()) {
      refuse(cmConnection);
    }
  }

  private synchronized void refuse(CmConnection cmConnection) {
    letters.add(
        new Letter(
            cmConnection.peer,
            CmMessageWriter.reject(
                cmConnection.transaction,
                cmConnection.localId,
                cmConnection.remoteId,
                CmMessageWriter.CONSUMER)));
    finish(cmConnection, CmConnection.State.ENDED);
  }

  // --- for connections --------------------------------------------------------------------------

  synchronized boolean isOpen(CmConnection cmConnection) {
    return cmConnection.state == CmConnection.State.OPEN;
  }

  void end(CmConnection cmConnection) {
    synchronized (this) {
      if (cmConnection.state != CmConnection.State.OPEN) {
        return;
      }
      cmConnection.state = CmConnection.State.ENDING;
      byte[] mad =
          CmMessageWriter.disconnect(
              random.nextLong(),
              cmConnection.localId,
              cmConnection.remoteId,
              cmConnection.remoteQp);
      sendRequest(cmConnection, mad);
    }
    device.wake();
    awaitEnd(cmConnection);
  }

  private synchronized void awaitEnd(CmConnection cmConnection) {
    try {
      long endNs = System.nanoTime() + TRIES * RESEND_NS; // nobody may drive the device any more
      while (cmConnection.state == CmConnection.State.ENDING && System.nanoTime() < endNs) {
        TimeUnit.NANOSECONDS.timedWait(this, RESEND_NS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the peer may not have heard of it
    }
    finish(cmConnection, CmConnection.State.ENDED);
  }

  /**
   * Has the device send the request now, then waits until the peer has answered it. The device
   * takes its own lock before this one, so it is woken without.
   */
  private void awaitAnswer(CmConnection cmConnection, CmConnection.State state)
      throws InterruptedException {
    device.wake();
    synchronized (this) {
      await(cmConnection, state);
    }
  }

  // --- under the lock ---------------------------------------------------------------------------

  private void sendRequest(CmConnection cmConnection, byte[] mad) {
    cmConnection.pending = mad;
    cmConnection.tries = TRIES;
    lookAt(cmConnection, clockNs.getAsLong());
  }

  /**
   * Every state is left in the end: {@link #look} gives up when it is time, and where nobody drives
   * the device any more, so that it does not look, this does.
   */
  private void await(CmConnection cmConnection, CmConnection.State state)
      throws InterruptedException {
    while (cmConnection.state == state) {
      TimeUnit.NANOSECONDS.timedWait(this, RESEND_NS);
      if (cmConnection.state == state && clockNs.getAsLong() - cmConnection.dueNs > OVERDUE_NS) {
        finish(cmConnection, CmConnection.State.SILENT);
      }
    }
  }

  /** It is over; whoever waits for it is told. */
  void finish(CmConnection cmConnection, CmConnection.State state) {
    if (cmConnection.state == CmConnection.State.ASKED) {
      cmListeners.remove(cmConnection);
    }
    cmConnection.settle(state);
    cmConnectionTable.end(cmConnection);
    notifyAll();
  }

  /** Somebody has come to a door. */
  void arrived() {
    notifyAll();
  }

  /** It has come further, and nothing is sent again; whoever waits for that is told. */
  void settle(CmConnection cmConnection, CmConnection.State state) {
    cmConnection.settle(state);
    cmConnectionTable.settled(cmConnection);
    notifyAll();
  }

  /** It is looked at again at this time, at the latest. */
  void lookAt(CmConnection cmConnection, long atNs) {
    cmConnection.dueNs = atNs;
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
    for (CmConnection cmConnection : cmConnectionTable.all()) {
      if (nowNs >= cmConnection.dueNs) {
        isDue(cmConnection, nowNs);
      }
      dueNs = Math.min(dueNs, cmConnection.dueNs);
    }
  }

  private void isDue(CmConnection cmConnection, long nowNs) {
    byte[] pending = cmConnection.pending;
    if (pending == null || cmConnection.tries == 0) {
      finish(
          cmConnection,
          cmConnection.state == CmConnection.State.ENDING
              ? CmConnection.State.ENDED
              : CmConnection.State.SILENT);
      return;
    }
    cmConnection.tries--;
    cmConnection.dueNs = nowNs + RESEND_NS;
    device.send(cmConnection.peer, MemorySegment.ofArray(pending));
  }

  @Override
  public synchronized long wakeNs() {
    return letters.isEmpty() ? dueNs : Long.MIN_VALUE;
  }

  /** Datagrams that were forged, late, or of which there were too many. */
  public synchronized long dropped() {
    return cmStateMachine.dropped();
  }

  /** Callers that are not connected yet. */
  public synchronized int halfOpen() {
    return cmConnectionTable.halfOpen();
  }

  @Override
  public synchronized void receive(InetAddress from, MemorySegment mad) {
    cmStateMachine.receive(from, mad);
  }
}
