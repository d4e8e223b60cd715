package dev.headroom.wire.probe;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.headroom.wire.connect.SideChannel;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What both sides tell each other over TCP. The client greets with a number that nobody can guess,
 * and the server sends it back beside the queue pair that it lends: nothing is sent to an address
 * that has not done so. Then come rounds: the client says how many packets there will be, sends
 * them, and asks what arrived.
 */
final class ProbeExchange {
  private static final byte[] GREETING = "headroom-probe-1".getBytes(US_ASCII);
  private static final int HELLO = 24;
  private static final int WELCOME = 32;
  private static final int COMMAND = 8;
  private static final int ARRIVAL = 8;
  private static final int BEGIN = 1;
  private static final int END = 2;
  private static final int PART = 3;

  /** What a server lends. */
  record Lent(int queuePair, int qkey) {}

  /**
   * A packet that arrived.
   *
   * @param sequence the number that it carried
   * @param trafficClass DSCP and ECN as they arrived
   */
  record Arrival(int sequence, int trafficClass) {}

  /** What the client wants next. */
  sealed interface Wish {}

  /** A round of so many packets. */
  record Begin(int packets) implements Wish {}

  /** What has arrived of it. */
  record Asked() implements Wish {}

  record Part() implements Wish {}

  private final SideChannel channel;

  ProbeExchange(SideChannel channel) {
    this.channel = channel;
  }

  // --- the client -------------------------------------------------------------------------------

  Lent greet(SecureRandom random) throws IOException {
    long nonce = random.nextLong();
    channel.write(ByteBuffer.allocate(HELLO).put(GREETING).putLong(nonce).array());
    ByteBuffer welcome = ByteBuffer.wrap(channel.read(WELCOME));
    checkGreeting(welcome);
    if (welcome.getLong() != nonce) {
      throw new ProtocolException("the server did not answer this greeting: nothing is sent to it");
    }
    return new Lent(welcome.getInt(), welcome.getInt());
  }

  void begin(int packets) throws IOException {
    command(BEGIN, packets);
    if (ByteBuffer.wrap(channel.read(COMMAND)).getInt(4) != packets) {
      throw new ProtocolException("the server is not ready for " + packets + " packets");
    }
  }

  List<Arrival> end() throws IOException {
    command(END, 0);
    int count = ByteBuffer.wrap(channel.read(COMMAND)).getInt(4);
    if (count < 0 || count > 2 * ProbeSettings.MOST_ROUND) {
      throw new ProtocolException("the server says that " + count + " packets arrived");
    }
    ByteBuffer said = ByteBuffer.wrap(channel.read(count * ARRIVAL));
    List<Arrival> arrivals = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      arrivals.add(new Arrival(said.getInt(), said.getInt() & 0xff));
    }
    return arrivals;
  }

  void part() throws IOException {
    command(PART, 0);
  }

  private void command(int what, int number) throws IOException {
    channel.write(ByteBuffer.allocate(COMMAND).putInt(what).putInt(number).array());
  }

  // --- the server -------------------------------------------------------------------------------

  void welcome(Lent lent) throws IOException {
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
    ByteBuffer command = ByteBuffer.wrap(channel.read(COMMAND));
    int what = command.getInt();
    int number = command.getInt();
    return switch (what) {
      case BEGIN -> {
        if (number < 1 || number > ProbeSettings.MOST_ROUND) {
          throw new ProtocolException(
              "the client announces "
                  + number
                  + " packets; 1 to "
                  + ProbeSettings.MOST_ROUND
                  + " is right");
        }
        yield new Begin(number);
      }
      case END -> new Asked();
      case PART -> new Part();
      default -> throw new ProtocolException("the client asks for " + what + ", which is nothing");
    };
  }

  void ready(int packets) throws IOException {
    command(BEGIN, packets);
  }

  void arrived(List<Arrival> arrivals) throws IOException {
    ByteBuffer all = ByteBuffer.allocate(COMMAND + arrivals.size() * ARRIVAL);
    all.putInt(END).putInt(arrivals.size());
    arrivals.forEach(each -> all.putInt(each.sequence).putInt(each.trafficClass));
    channel.write(all.array());
  }

  private static void checkGreeting(ByteBuffer said) throws ProtocolException {
    byte[] greeting = new byte[GREETING.length];
    said.get(greeting);
    if (!Arrays.equals(greeting, GREETING)) {
      throw new ProtocolException("the peer is no 'headroom probe' of this version");
    }
  }
}
