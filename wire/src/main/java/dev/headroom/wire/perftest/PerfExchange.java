package dev.headroom.wire.perftest;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;

/**
 * Exchange of control messages between perftest's two sides: in every exchange the client speaks
 * first. After the version come page and cache line, the path MTU as a digit, and the keys of the
 * queue pairs, as often as the test has them wait for each other; at the end bandwidths as
 * big-endian numbers, keys once more.
 */
final class PerfExchange {
  /** Perftest 4.5-0.17 calls itself so. */
  private static final String VERSION = "6.06";

  private static final int VERSION_BYTES = 16;
  private static final double LEAST_VERSION = 5.70;
  private static final int CACHE_LINE = 64;
  private static final long MOST_BYTES = 1L << 31;
  private static final long MOST_MESSAGES = 1L << 50;

  /** A thousand links of 800 Gb/s. */
  private static final double MOST_MIBPS = 1e8;

  /** How long a run may take, of which nothing is heard here. */
  private static final Duration RUN = Duration.ofMinutes(20);

  private final PerfChannel line;
  private final boolean client;

  PerfExchange(PerfChannel line, boolean client) {
    this.line = line;
    this.client = client;
  }

  private byte[] exchange(byte[] mine) throws IOException, InterruptedException {
    if (client) {
      line.write(mine);
      return line.read(mine.length);
    }
    byte[] theirs = line.read(mine.length);
    line.write(mine);
    return theirs;
  }

  /**
   * Says what comes before queue pairs.
   *
   * @return the path MTU of both
   */
  int exchangeGreeting(int mtuBytes) throws IOException, InterruptedException {
    byte[] said = exchange(Arrays.copyOf(VERSION.getBytes(ISO_8859_1), VERSION_BYTES));
    String version = new String(said, ISO_8859_1).replaceFirst("(?s)\0.*", "");
    if (!version.matches("[0-9]{1,3}\\.[0-9]{1,3}.{0,8}")
        || Double.parseDouble(version.replaceFirst("([0-9]+\\.[0-9]+).*", "$1")) < LEAST_VERSION) {
      throw new ProtocolException(
          "the peer does not use perftest's protocol, or uses a version before 5.70");
    }
    int page = number(exchange(number(PerfSettings.PAGE)));
    int line = number(exchange(number(CACHE_LINE)));
    if (page > PerfSettings.PAGE || line > CACHE_LINE || page < 0 || line < 0) {
      // Both sides move through as much memory as the greater has.
      throw new ProtocolException(
          "the peer has pages of "
              + page
              + " bytes and cache lines of "
              + line
              + "; the maximum is 4096 and 64");
    }
    int code = Integer.numberOfTrailingZeros(mtuBytes) - 7;
    byte[] theirs = exchange(new byte[] {(byte) ('0' + code), 0});
    int other = theirs[0] - '0';
    return other >= 1 && other <= 5 ? 128 << Math.min(code, other) : mtuBytes;
  }

  private static byte[] number(int value) {
    return ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
  }

  private static int number(byte[] bytes) {
    return ByteBuffer.wrap(bytes).getInt();
  }

  /** Exchanges what the two sides say of a queue pair. */
  PerfQpInfo keys(PerfQpInfo mine) throws IOException, InterruptedException {
    return line.keys(exchange(line.form(mine)));
  }

  /** Waits for the other side, which has said so before. */
  void synchronize(PerfQpInfo mine) throws IOException, InterruptedException {
    exchange(line.form(mine));
  }

  /** From now on the other side may be at work for a while. */
  void run() throws IOException {
    line.setTimeout(RUN);
  }

  /** Tells a bandwidth to a peer that has measured none, and says whatever lay there. */
  void sendResult(BandwidthResult mine) throws IOException, InterruptedException {
    exchanged(mine);
  }

  /** Exchanges bandwidths. */
  BandwidthResult bandwidth(BandwidthResult mine) throws IOException, InterruptedException {
    BandwidthResult theirs = exchanged(mine);
    if (!isSize(theirs.bytes())
        || !isCount(theirs.messages())
        || !isRate(theirs.peakMiBps())
        || !isRate(theirs.averageMiBps())) {
      throw new ProtocolException(
          "the peer's bandwidth report is invalid: both sides need the same test, and the same "
              + "-a, -b, -c, -n, -q and -s");
    }
    return theirs;
  }

  private BandwidthResult exchanged(BandwidthResult mine) throws IOException, InterruptedException {
    long bytes = next(mine.bytes());
    long iterations = next(mine.messages());
    double peak = Double.longBitsToDouble(next(Double.doubleToLongBits(mine.peakMiBps())));
    double average = Double.longBitsToDouble(next(Double.doubleToLongBits(mine.averageMiBps())));
    double rate = Double.longBitsToDouble(next(Double.doubleToLongBits(mine.messageRateMpps())));
    return new BandwidthResult(bytes, iterations, peak, average, rate);
  }

  private static boolean isSize(long bytes) {
    return bytes >= 0 && bytes <= MOST_BYTES;
  }

  private static boolean isCount(long messages) {
    return messages >= 0 && messages <= MOST_MESSAGES;
  }

  private static boolean isRate(double mebibytes) {
    return mebibytes >= 0 && mebibytes <= MOST_MIBPS; // which NaN is not
  }

  private long next(long mine) throws IOException, InterruptedException {
    byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(mine).array();
    return ByteBuffer.wrap(exchange(bytes)).getLong();
  }

  /** Parts. */
  void done(PerfQpInfo mine) throws IOException, InterruptedException {
    synchronize(mine);
    line.part();
  }
}
