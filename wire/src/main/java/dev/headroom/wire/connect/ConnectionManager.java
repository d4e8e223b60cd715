package dev.headroom.wire.connect;

import dev.headroom.wire.packet.CmMessage;
import dev.headroom.wire.packet.Mad;
import dev.headroom.wire.packet.Service;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.ManagementPort;
import dev.headroom.wire.verbs.Peer;
import dev.headroom.wire.verbs.QueuePair;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.ProtocolException;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The RDMA connection manager (IBA chapter 12): two programs find each other by address and port,
 * as with TCP, and their queue pairs are joined. {@code rdma_connect} and {@code rdma_listen} of
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

  /** How long a caller waits for this side's program. */
  private static final long CALLER_NS = 5_000_000_000L;

  /** The unit of the time for which a peer asks (12.6.6), and the most that it gets. */
  private static final long WAIT_UNIT_NS = 4096;

  private static final long MOST_WAIT_NS = 30_000_000_000L;

  /** Connections that have ended, whose peer may ask once more whether they have. */
  private static final int REMEMBERED = 64;

  /** Somebody who asks, and what came with it. */
  record Asked(Talk talk, CmMessage.Request request, byte[] privateData) {}

  private record Door(ArrayDeque<Asked> callers) {}

  private record Letter(Inet4Address to, byte[] mad) {}

  private final ManagementPort device;
  private final LongSupplier clockNs;
  private final SecureRandom random;
  private final Map<Integer, Talk> talks = new HashMap<>();
  private final Map<Integer, Door> doors = new HashMap<>();
  private final ArrayDeque<Talk> ended = new ArrayDeque<>();
  private final ArrayDeque<Letter> letters = new ArrayDeque<>();
  private long dueNs = Long.MAX_VALUE;
  private long dropped;

  private ConnectionManager(ManagementPort device, LongSupplier clockNs, SecureRandom random) {
    this.device = device;
    this.clockNs = clockNs;
    this.random = random;
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
      Inet4Address server, int port, QueuePair pair, ConnectionSettings settings)
      throws IOException, InterruptedException {
    Talk talk;
    synchronized (this) {
      talk = begin(server, 0, random.nextLong(), Talk.State.REQUESTED);
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
    join(pair, server, reply.localQp(), reply.startingPsn(), talk, settings);
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

  private static void join(
      QueuePair pair,
      Inet4Address peer,
      int peerQp,
      int startingPsn,
      Talk talk,
      ConnectionSettings settings) {
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
    pair.connect(new Peer(peer, peerQp, pair.self().startingPsn()), agreed, startingPsn);
  }

  // --- for programs that answer -----------------------------------------------------------------

  /** Takes those who ask for a port, from now on. */
  public synchronized Listener listen(int port) {
    if (doors.putIfAbsent(port, new Door(new ArrayDeque<>())) != null) {
      throw new IllegalStateException("somebody listens to port " + port + " already");
    }
    return new Listener(this, port);
  }

  synchronized void forget(int port) {
    Door door = doors.remove(port);
    if (door != null) {
      door.callers.forEach(asked -> reject(asked.talk()));
    }
  }

  synchronized Optional<Asked> nextCaller(int port, Duration patience) throws InterruptedException {
    long endNs = System.nanoTime() + patience.toNanos();
    while (true) {
      Door door = doors.get(port);
      if (door == null) {
        return Optional.empty();
      }
      Asked next = door.callers.poll();
      if (next != null && next.talk().state == Talk.State.ASKED) {
        return Optional.of(next);
      }
      long leftNs = endNs - System.nanoTime();
      if (next == null && leftNs <= 0) {
        return Optional.empty();
      }
      if (next == null) {
        TimeUnit.NANOSECONDS.timedWait(this, leftNs);
      }
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
    join(pair, talk.peer, request.localQp(), request.startingPsn(), talk, settings);
    synchronized (this) {
      talk.state = Talk.State.REPLIED;
      ask(
          talk,
          CmForm.reply(
              talk.transaction, talk.localId, talk.remoteId, CmForm.guid(), offer(pair, settings)));
      await(talk, Talk.State.REPLIED);
      if (talk.state != Talk.State.OPEN) {
        throw new ConnectException(
            talk.peer.getHostAddress() + " asked for a connection and never confirmed it");
      }
    }
    return new Connection(this, talk);
  }

  synchronized void reject(Talk talk) {
    if (talk.isHalfOpen()) {
      letters.add(
          new Letter(
              talk.peer,
              CmForm.reject(talk.transaction, talk.localId, talk.remoteId, CmForm.CONSUMER)));
      finish(talk, Talk.State.ENDED);
    }
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

  private Talk begin(Inet4Address peer, int remoteId, long transaction, Talk.State state) {
    if (talks.size() >= MOST_CONNECTIONS) {
      throw new IllegalStateException(MOST_CONNECTIONS + " connections are open, the most");
    }
    int id;
    do {
      id = random.nextInt();
    } while (id == 0 || talks.containsKey(id));
    Talk talk = new Talk(peer, id, remoteId, transaction, state);
    talks.put(id, talk);
    return talk;
  }

  private void ask(Talk talk, byte[] mad) {
    talk.pending = mad;
    talk.tries = TRIES;
    talk.dueNs = clockNs.getAsLong();
    dueNs = Math.min(dueNs, talk.dueNs);
  }

  /** Every state that is left in the end: {@link #look} gives up when it is time. */
  private void await(Talk talk, Talk.State state) throws InterruptedException {
    while (talk.state == state) {
      TimeUnit.NANOSECONDS.timedWait(this, RESEND_NS);
    }
  }

  private void finish(Talk talk, Talk.State state) {
    if (talk.state == Talk.State.ASKED) {
      doors.values().forEach(door -> door.callers.removeIf(asked -> asked.talk() == talk));
    }
    talk.settle(state);
    talks.remove(talk.localId);
    ended.remove(talk);
    ended.add(talk);
    if (ended.size() > REMEMBERED) {
      ended.remove();
    }
    notifyAll();
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
    for (Talk talk : List.copyOf(talks.values())) {
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
    return dropped;
  }

  /** Callers that are not connected yet. */
  public synchronized int halfOpen() {
    return (int) talks.values().stream().filter(Talk::isHalfOpen).count();
  }

  @Override
  public synchronized void receive(Inet4Address from, MemorySegment mad) {
    if (!CmForm.isOne(mad)) {
      dropped++;
      return;
    }
    long transaction = Mad.transaction(mad, 0);
    boolean taken =
        switch (CmMessage.read(mad, 0)) {
          case CmMessage.Request request -> requested(from, request, transaction, mad);
          case CmMessage.Reply reply -> replied(from, reply, mad);
          case CmMessage.ReadyToUse ready -> confirmed(find(from, ready.remoteId()), ready);
          case CmMessage.Reject reject -> refused(find(from, reject.remoteId()), reject);
          case CmMessage.Wait wait -> delayed(find(from, wait.remoteId()), mad);
          case CmMessage.DisconnectRequest end -> peerEnds(from, end, transaction);
          case CmMessage.DisconnectReply end -> peerEnded(find(from, end.remoteId()), end);
          default -> false;
        };
    dropped += taken ? 0 : 1;
  }

  /** The talk of this id with this address. */
  private @Nullable Talk find(Inet4Address from, int localId) {
    Talk talk = talks.get(localId);
    return talk != null && talk.peer.equals(from) ? talk : null;
  }

  private boolean requested(
      Inet4Address from, CmMessage.Request request, long transaction, MemorySegment mad) {
    Talk known = null;
    int ofThisAddress = 0;
    int halfOpen = 0;
    for (Talk each : talks.values()) {
      boolean same = each.peer.equals(from);
      if (same && each.remoteId == request.localId() && each.transaction == transaction) {
        known = each;
      }
      halfOpen += each.isHalfOpen() ? 1 : 0;
      ofThisAddress += same && each.isHalfOpen() ? 1 : 0;
    }
    if (known != null) {
      return repeat(known);
    }
    Door door = doors.get((int) (request.service() & 0xffff));
    if (halfOpen >= MOST_HALF_OPEN || ofThisAddress >= MOST_OF_ONE_ADDRESS) {
      return false; // silence: an answer to everybody who asks would serve those who forge
    }
    int refusal = refusal(from, request, door, mad);
    if (refusal != 0 || door == null) {
      byte[] answer = CmForm.reject(transaction, 0, request.localId(), refusal);
      device.send(from, MemorySegment.ofArray(answer));
      return true;
    }
    if (talks.size() >= MOST_CONNECTIONS) {
      return false;
    }
    Talk talk = begin(from, request.localId(), transaction, Talk.State.ASKED);
    talk.remoteQp = request.localQp();
    talk.peerServes = CmForm.readsServed(mad);
    talk.peerAsks = CmForm.readsAsked(mad);
    talk.dueNs = clockNs.getAsLong() + CALLER_NS;
    dueNs = Math.min(dueNs, talk.dueNs);
    door.callers.add(new Asked(talk, request, CmForm.privateData(mad)));
    notifyAll();
    return true;
  }

  /** Why a request cannot be served; 0 if it can. */
  private static int refusal(
      Inet4Address from, CmMessage.Request request, @Nullable Door door, MemorySegment mad) {
    if (door == null || request.service() != CmForm.service((int) request.service() & 0xffff)) {
      return CmForm.NO_SERVICE;
    }
    if (request.transport() != Service.RC) {
      return CmForm.NO_TRANSPORT;
    }
    if (request.pathMtuBytes() == 0) {
      return CmForm.BAD_MTU;
    }
    try {
      return CmForm.requester(mad).equals(from) ? 0 : CmForm.BAD_GID;
    } catch (ProtocolException e) {
      return CmForm.BAD_GID;
    }
  }

  /** A request has come once more: its answer was lost, or is not ready. */
  private boolean repeat(Talk talk) {
    byte[] pending = talk.pending;
    if (talk.state == Talk.State.ASKED) {
      pending = CmForm.wait(talk.transaction, talk.localId, talk.remoteId);
    }
    if (pending != null) {
      device.send(talk.peer, MemorySegment.ofArray(pending));
    }
    return true;
  }

  private boolean replied(Inet4Address from, CmMessage.Reply reply, MemorySegment mad) {
    Talk talk = find(from, reply.remoteId());
    if (talk == null || Mad.transaction(mad, 0) != talk.transaction) {
      return false;
    }
    if (talk.state == Talk.State.OPEN && talk.remoteId == reply.localId()) {
      // The confirmation was lost.
      byte[] ready = CmForm.ids(talk.transaction, CmForm.READY, talk.localId, talk.remoteId);
      device.send(from, MemorySegment.ofArray(ready));
      return true;
    }
    if (talk.state != Talk.State.REQUESTED) {
      return talk.state == Talk.State.AGREED;
    }
    talk.remoteId = reply.localId();
    talk.remoteQp = reply.localQp();
    talk.reply = reply;
    talk.peerServes = CmForm.readsServed(mad);
    talk.peerAsks = CmForm.readsAsked(mad);
    talk.settle(Talk.State.AGREED);
    notifyAll();
    return true;
  }

  private boolean confirmed(@Nullable Talk talk, CmMessage.ReadyToUse ready) {
    if (talk == null || talk.remoteId != ready.localId()) {
      return false;
    }
    if (talk.state == Talk.State.REPLIED) {
      talk.settle(Talk.State.OPEN);
      notifyAll();
    }
    return true;
  }

  private boolean refused(@Nullable Talk talk, CmMessage.Reject reject) {
    if (talk == null
        || (talk.state != Talk.State.REQUESTED && talk.state != Talk.State.REPLIED)
        || (talk.state == Talk.State.REPLIED && talk.remoteId != reject.localId())) {
      return false;
    }
    talk.reason = reject.words();
    finish(talk, Talk.State.REFUSED);
    return true;
  }

  /** The peer needs more time: nothing is sent again for so long. */
  private boolean delayed(@Nullable Talk talk, MemorySegment mad) {
    if (talk == null || talk.pending == null) {
      return false;
    }
    int exponent = dev.headroom.wire.packet.Bytes.u8(mad, Mad.DATA_AT + 9) >> 3;
    long more = Math.min(WAIT_UNIT_NS << exponent, MOST_WAIT_NS);
    talk.dueNs = Math.max(talk.dueNs, clockNs.getAsLong() + more);
    return true;
  }

  private boolean peerEnds(
      Inet4Address from, CmMessage.DisconnectRequest request, long transaction) {
    Talk talk = find(from, request.remoteId());
    List<Talk> candidates = new ArrayList<>(ended);
    if (talk != null) {
      candidates.add(talk);
    }
    for (Talk each : candidates) {
      if (each.localId == request.remoteId()
          && each.remoteId == request.localId()
          && each.peer.equals(from)) {
        byte[] answer = CmForm.ids(transaction, CmForm.DISCONNECTED, each.localId, each.remoteId);
        device.send(from, MemorySegment.ofArray(answer));
        if (each == talk) {
          finish(talk, Talk.State.ENDED);
          QueuePair pair = talk.pair;
          if (pair != null) {
            pair.close(); // which flushes what its program waits for
          }
        }
        return true;
      }
    }
    return false;
  }

  private boolean peerEnded(@Nullable Talk talk, CmMessage.DisconnectReply reply) {
    if (talk == null || talk.state != Talk.State.ENDING || talk.remoteId != reply.localId()) {
      return false;
    }
    finish(talk, Talk.State.ENDED);
    return true;
  }
}
