package dev.headroom.wire.probe;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.headroom.wire.connect.SideChannel;
import dev.headroom.wire.probe.ProbeSink.Arrival;
import dev.headroom.wire.probe.ProbeSource.Fired;
import dev.headroom.wire.probe.ProbeSource.Means;
import dev.headroom.wire.probe.SocketSource.Aim;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * Exchange of control messages between both sides of a probe over TCP. The client greets with a
 * number that nobody can guess, and the server sends it back beside the queue pair that it lends:
 * nothing is sent to an address that has not done so. Then come rounds. On the way there the client
 * says how many packets there will be, sends them, and asks what arrived. For the way back it lends
 * a queue pair of its own, and says what the server is to send to it.
 */
final class ProbeExchange {
  private static final byte[] GREETING = "headroom-probe-2".getBytes(US_ASCII);
  private static final int HELLO = 24;
  private static final int WELCOME = 32;
  private static final int COMMAND = 16;
  private static final int LENT = 8;
  private static final int BEGIN = 1;
  private static final int END = 2;
  private static final int AIM = 3;
  private static final int FIRE = 4;
  private static final int PART = 5;

  /** A queue pair that the other side may send to. */
  record Lent(int queuePair, int qkey) {}

  /** What the client wants next. */
  sealed interface Wish {}

  /** A round of so many packets, which the client sends in so long. */
  record Begin(int packets, long lastsNs) implements Wish {}

  /** What has arrived of it. */
  record Asked() implements Wish {}

  /** A way back. */
  record Opened(Aim aim) implements Wish {}

  /** That the server sends these. */
  record Ordered(ProbeBurst probeBurst) implements Wish {}

  record Part() implements Wish {}

  /** Three numbers, before what else there is. */
  private record Command(int what, int number, long more) {}

  private final SideChannel channel;
  private final ProbeEncoding forms;

  ProbeExchange(SideChannel channel) {
    this.channel = channel;
    forms = new ProbeEncoding(channel.remote());
  }

  // --- the client -------------------------------------------------------------------------------

  Lent greet(SecureRandom random) throws IOException {
    long nonce = random.nextLong();
    channel.write(ByteBuffer.allocate(HELLO).put(GREETING).putLong(nonce).array());
    ByteBuffer welcome = ByteBuffer.wrap(channel.read(WELCOME));
    checkGreeting(welcome);
    if (welcome.getLong() != nonce) {
      throw new ProtocolException(
          "the server did not answer the greeting; no packets are sent " + "to it");
    }
    return new Lent(welcome.getInt(), welcome.getInt());
  }

  /** Where packets arrive at the server. */
  ProbeSink sink() {
    return new ProbeSink() {
      @Override
      public void begin(int packets, long lastsNs) throws IOException {
        write(BEGIN, packets, lastsNs, ByteBuffer.allocate(0));
        if (answer(BEGIN).number != packets) {
          throw new ProtocolException("the server is not ready for " + packets + " packets");
        }
      }

      @Override
      public List<Arrival> end() throws IOException {
        write(END, 0, 0, ByteBuffer.allocate(0));
        int count = answer(END).number;
        if (count < 0 || count > QueuePairSink.RECEIVES) {
          throw new ProtocolException("the server reports that " + count + " packets arrived");
        }
        return forms.arrivals(read(count * ProbeEncoding.ARRIVAL), count);
      }
    };
  }

  /** Has the server send, to a queue pair of this side. */
  ProbeSource source(Aim aim) throws IOException {
    ByteBuffer lent = ByteBuffer.allocate(LENT);
    write(
        AIM,
        aim.flows(),
        aim.settleMs(),
        lent.putInt(aim.lent().queuePair).putInt(aim.lent().qkey));
    Command answer = answer(AIM);
    ByteBuffer more = read(LENT);
    int mtuBytes = more.getInt();
    Means means = new Means(aim.flows(), more.getInt() != 0, mtuBytes, answer.more);
    if (means.leastGapNs() < 0 || ProbeBurst.most(means.leastGapNs()) < 1) {
      throw new ProtocolException("the server sends a packet in " + answer.more + " ns");
    }
    return new ProbeSource() {
      @Override
      public Means means() {
        return means;
      }

      @Override
      public Fired sendBurst(ProbeBurst probeBurst) throws IOException {
        write(FIRE, probeBurst.probes().size(), probeBurst.gapNs(), forms.of(probeBurst));
        setTimeout(probeBurst.lastsNs());
        Command answer = answer(FIRE);
        int most = probeBurst.probes().size();
        if (answer.number < 0 || answer.number > most || answer.more < 0 || answer.more > most) {
          throw new ProtocolException(
              "the server reports that it sent " + answer.more + " packets");
        }
        ByteBuffer said = read(answer.number * ProbeEncoding.ANSWER);
        setTimeout(0);
        return new Fired((int) answer.more, forms.answers(said, answer.number, most));
      }
    };
  }

  void part() throws IOException {
    write(PART, 0, 0, ByteBuffer.allocate(0));
  }

  // --- the server -------------------------------------------------------------------------------

  void sendWelcome(Lent lent) throws IOException {
    ByteBuffer hello = ByteBuffer.wrap(channel.read(HELLO));
    checkGreeting(hello);
    channel.write(
        ByteBuffer.allocate(WELCOME)
            .put(GREETING)
            .putLong(hello.getLong())
            .putInt(lent.queuePair)
            .putInt(lent.qkey)
            .array());
  }

  Wish next() throws IOException {
    Command command = readCommand();
    int number = command.number;
    try {
      return switch (command.what) {
        case BEGIN -> {
          ProbeSettings.check("packets of a round", number, 1, ProbeBurst.MOST);
          yield new Begin(number, command.more);
        }
        case END -> new Asked();
        case AIM -> {
          ByteBuffer lent = read(LENT);
          Lent to = new Lent(lent.getInt(), lent.getInt());
          yield new Opened(new Aim(to, number, Math.toIntExact(command.more)));
        }
        case FIRE -> {
          ProbeSettings.check("packets of a round", number, 1, ProbeBurst.MOST);
          ByteBuffer volley = read(Integer.BYTES + number * ProbeEncoding.SHOT);
          yield new Ordered(forms.volley(volley, number, command.more));
        }
        case PART -> new Part();
        default ->
            throw new ProtocolException(
                "the client requests " + command.what + ", which is unknown");
      };
    } catch (IllegalArgumentException | ArithmeticException e) {
      ProtocolException failure = new ProtocolException("the client requests " + e.getMessage());
      failure.initCause(e);
      throw failure;
    }
  }

  /** Waits for the client to have sent a round. */
  void ready(Begin round) throws IOException {
    setTimeout(Math.clamp(round.lastsNs, 0, ProbeBurst.LONGEST_NS));
    write(BEGIN, round.packets, 0, ByteBuffer.allocate(0));
  }

  void arrived(List<Arrival> arrivals) throws IOException {
    setTimeout(0);
    write(END, arrivals.size(), 0, forms.of(arrivals));
  }

  void aimed(Means means) throws IOException {
    ByteBuffer more = ByteBuffer.allocate(LENT);
    write(
        AIM,
        means.flows(),
        means.leastGapNs(),
        more.putInt(means.mtuBytes()).putInt(means.quotes() ? 1 : 0));
  }

  void fired(Fired fired) throws IOException {
    write(FIRE, fired.answers().size(), fired.sent(), forms.of(fired.answers()));
  }

  // --- both -------------------------------------------------------------------------------------

  private void setTimeout(long moreNs) throws IOException {
    channel.messageTimeout(SideChannel.PATIENCE.plus(Duration.ofNanos(moreNs)));
  }

  private void write(int what, int number, long more, ByteBuffer rest) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(COMMAND + rest.capacity());
    channel.write(all.putInt(what).putInt(number).putLong(more).put(rest.rewind()).array());
  }

  private ByteBuffer read(int bytes) throws IOException {
    return ByteBuffer.wrap(channel.read(bytes));
  }

  private Command readCommand() throws IOException {
    ByteBuffer command = read(COMMAND);
    return new Command(command.getInt(), command.getInt(), command.getLong());
  }

  private Command answer(int to) throws IOException {
    Command answer = readCommand();
    if (answer.what != to) {
      throw new ProtocolException("the server answered " + answer.what + " instead of " + to);
    }
    return answer;
  }

  private static void checkGreeting(ByteBuffer said) throws ProtocolException {
    byte[] greeting = new byte[GREETING.length];
    said.get(greeting);
    if (!Arrays.equals(greeting, GREETING)) {
      throw new ProtocolException("the peer is not a 'headroom probe' of this version");
    }
  }
}
