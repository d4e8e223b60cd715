package dev.headroom.wire.pingpong;

import dev.headroom.wire.connect.PingPongExchange;
import dev.headroom.wire.connect.SideChannel;
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
import java.net.ProtocolException;
import java.util.Set;

/**
 * One side of {@code ibv_rc_pingpong}: a message goes to the server, which sends it back, over and
 * over. This client changes the message every time and looks whether it comes back as it went; this
 * server looks whether messages are those of either client.
 */
public final class RcPingPong implements AutoCloseable {
  private static final int PAGE = 4096;

  /** What the original fills its buffer with. */
  private static final int FILL = 0x7b;

  /** Receives that are posted at once. */
  private static final int DEPTH = 16;

  private static final long SEND_ID = -1;

  /** How long nothing may come before it is given up. */
  private static final long PATIENCE_NS = 20_000_000_000L;

  private static final String ALIKE = "; both sides need the same size and number of messages";

  /**
   * How long a client that is done still answers: if its last ACK is lost the server, which gives
   * up after seven tries, sends its last message again after 67 ms ({@code timeout = 14} in the
   * original), and nothing else tells it that all is well.
   */
  private static final long LINGER_MS = 250;

  /**
   * What is asked for; both sides must be told the same.
   *
   * @param bytes of a message, at least 1
   * @param iterations messages each way
   * @param connection path MTU and patience; the peer is allowed nothing
   * @param check whether to look at every byte that arrives
   */
  public record Settings(int bytes, int iterations, ConnectionSettings connection, boolean check) {}

  /**
   * What came of it.
   *
   * @param messages that came
   * @param corrupted of these, ones that were not as they must be; 0 if nobody looked
   * @param confirmed whether the peer has acknowledged all that was sent; a client that is done
   *     goes at once, and then nobody sends the ACK of the last message again if it is lost
   */
  public record Result(int messages, int corrupted, long elapsedNs, boolean confirmed) {}

  private final Settings settings;
  private final CompletionQueue queue;
  private final QueuePair pair;
  private final MemoryRegion outgoing;
  private final MemoryRegion incoming;
  private final byte[] expected;
  private boolean numbered;

  private RcPingPong(Device device, Settings settings) {
    this.settings = settings;
    ProtectionDomain domain = device.allocateProtectionDomain();
    queue = device.createCompletionQueue(4 * DEPTH);
    pair = domain.createQueuePair(new QueuePairLimits(2, DEPTH), queue, queue);
    outgoing = region(domain, settings.bytes());
    incoming = region(domain, settings.bytes());
    expected = new byte[settings.bytes()];
    for (int i = 0; i < DEPTH; i++) {
      pair.postReceive(i, incoming.slice(0, settings.bytes()));
    }
  }

  private static MemoryRegion region(ProtectionDomain domain, int bytes) {
    return domain.register(Arena.ofAuto().allocate(bytes, PAGE), Set.of(Access.LOCAL_WRITE));
  }

  /** Talks to a server on this channel. */
  public static Result client(Device device, SideChannel channel, Settings settings)
      throws IOException, InterruptedException {
    try (RcPingPong side = new RcPingPong(device, settings)) {
      side.numbered = true;
      side.pair.connect(PingPongExchange.client(channel, side.pair.self()), side.connection());
      Result result = side.run(true);
      Thread.sleep(LINGER_MS);
      return result;
    }
  }

  /** Serves a client on this channel. */
  public static Result server(Device device, SideChannel channel, Settings settings)
      throws IOException, InterruptedException {
    try (RcPingPong side = new RcPingPong(device, settings)) {
      PingPongExchange.server(
          channel, side.pair.self(), peer -> side.pair.connect(peer, side.connection()));
      return side.run(false);
    }
  }

  /** As the original sets it, but that nothing may be asked for but SEND. */
  private ConnectionSettings connection() {
    return settings.connection().allowing();
  }

  private Result run(boolean client) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    int sent = 0;
    int sends = 0;
    int received = 0;
    int spoiled = 0;
    boolean sending = client;
    if (client) {
      fill(outgoing.memory(), 0);
      post();
      sends++;
    }
    boolean turn = false;
    while (received < settings.iterations() || sent < settings.iterations()) {
      WorkCompletion done =
          queue
              .await(PATIENCE_NS)
              .orElseThrow(() ->
                  new ProtocolException(
                      "no message arrived for " + PATIENCE_NS / 1_000_000_000L + " s" + ALIKE));
      if (done.status() == WorkCompletion.Status.RETRY_EXCEEDED
          && received == settings.iterations()
          && sent == settings.iterations() - 1) {
        return new Result(received, spoiled, System.nanoTime() - startNs, false);
      }
      if (done.status() != WorkCompletion.Status.SUCCESS) {
        throw new ProtocolException(
            (done.receive() ? "a receive" : "a send")
                + " ended with "
                + done.status()
                + (done.status() == WorkCompletion.Status.RETRY_EXCEEDED
                    ? ": the peer no longer responds"
                    : ALIKE));
      }
      if (done.receive()) {
        spoiled += isRight(client, received, done.bytes()) ? 0 : 1;
        received++;
        turn = true;
        if (!client) {
          outgoing.memory().copyFrom(incoming.memory());
        }
        pair.postReceive(done.id(), incoming.slice(0, settings.bytes()));
      } else {
        sent++;
        sending = false;
      }
      if (turn && !sending && sends < settings.iterations()) {
        if (client) {
          fill(outgoing.memory(), sends);
        }
        post();
        sends++;
        sending = true;
        turn = false;
      }
    }
    return new Result(received, spoiled, System.nanoTime() - startNs, true);
  }

  private void post() {
    pair.post(WorkRequest.send(SEND_ID, outgoing.slice(0, settings.bytes())));
  }

  private boolean isRight(boolean client, int number, long bytes) {
    if (!settings.check()) {
      return true;
    }
    if (client) {
      return bytes == settings.bytes() && incoming.memory().mismatch(outgoing.memory()) < 0;
    }
    MemorySegment wanted = MemorySegment.ofArray(expected);
    if (number == 0) {
      fill(wanted, 0);
      numbered = incoming.memory().mismatch(wanted) < 0;
    }
    if (numbered) {
      fill(wanted, number);
    } else {
      original(wanted);
    }
    return bytes == settings.bytes() && incoming.memory().mismatch(wanted) < 0;
  }

  /** What the original sends with {@code -c}. */
  private static void original(MemorySegment memory) {
    memory.fill((byte) FILL);
    for (long at = 0; at < memory.byteSize(); at += PAGE) {
      memory.set(ValueLayout.JAVA_BYTE, at, (byte) 0);
    }
  }

  /** Other bytes in every message, but for the first of a page, at which the original looks. */
  private static void fill(MemorySegment memory, int number) {
    for (long at = 0; at < memory.byteSize(); at++) {
      byte value = (byte) (at % PAGE == 0 ? 0 : at * 31 + (at >> 8) * 17 + number * 101L + 1);
      memory.set(ValueLayout.JAVA_BYTE, at, value);
    }
  }

  @Override
  public void close() {
    pair.close();
    outgoing.close();
    incoming.close();
  }
}
