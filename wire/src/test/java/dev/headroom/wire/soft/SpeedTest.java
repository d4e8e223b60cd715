package dev.headroom.wire.soft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.packet.BigEndianBytes;
import dev.headroom.wire.soft.link.DatagramLink;
import dev.headroom.wire.soft.link.HeaderTemplate;
import dev.headroom.wire.verbs.ConnectionSettings;
import dev.headroom.wire.verbs.WorkCompletion;
import dev.headroom.wire.verbs.WorkRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * How fast two devices are on the loopback interface with one thread each, beside the bare sockets
 * of the same machine in the same minute: those send and receive as many datagrams a call, without
 * a word about what is in them. {@code -Dheadroom.speed=true} runs it and prints the figures.
 */
@EnabledIfSystemProperty(named = "headroom.speed", matches = "true")
final class SpeedTest {
  private static final int ROUNDS = 5;
  private static final long ROUND_NS = 1_500_000_000L;
  private static final int PORT = 14_830;
  private static int number = 10;

  /** As perftest has them. */
  private static final ConnectionSettings SETTINGS =
      ConnectionSettings.DEFAULT.mtu(4096).patience(14, 7, 7);

  /**
   * What was done a second, by the clock and of the processor's time of the busier thread: that is
   * what two processors would do that nobody else wants.
   */
  private record Speed(double wall, double processor) {
    static Speed of(long count, long wallNs, long oneNs, long otherNs) {
      return new Speed(count * 1e9 / wallNs, count * 1e9 / Math.max(oneNs, otherNs));
    }
  }

  /** What both ways of sending are measured by. */
  private interface Measurement {
    Speed take() throws IOException, InterruptedException;
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  @BeforeEach
  void nextPort() {
    number++;
  }

  @Test
  void shouldWriteHalfAsFastAsTheMachineSends() throws Exception {
    double gigabits = 65_536 * 8 / 1e9;
    compare(
        "4 KiB writes, Gb/s of payload",
        gigabits,
        () -> written(65_536, 16),
        gigabits / 16,
        () -> bare(4096 + 32),
        5);
  }

  @Test
  void shouldSendHalfAsManySmallMessages() throws Exception {
    compare("64 B writes, thousands/s", 1e-3, () -> written(64, 512), 1e-3, () -> bare(64), 200);
  }

  @Test
  void shouldAnswerWithinTwiceTheTime() throws Exception {
    double[] ratios = new double[ROUNDS];
    double best = Double.MAX_VALUE;
    double bestBare = Double.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      double soft = roundTrip() / 2;
      double bare = bareRoundTrip() / 2;
      ratios[i] = soft / bare;
      best = Math.min(best, soft);
      say("64 B one way p50, us", soft, bare, ratios[i]);
      bestBare = Math.min(bestBare, bare);
    }
    Arrays.sort(ratios);
    say("best and middle ratio", best, bestBare, ratios[ROUNDS / 2]);
    assertThat(best).isLessThan(30);
  }

  private static void compare(
      String what, double unit, Measurement soft, double bareUnit, Measurement bare, double least)
      throws Exception {
    double[] ratios = new double[ROUNDS];
    double[] wallRatios = new double[ROUNDS];
    double best = 0;
    for (int i = 0; i < ROUNDS; i++) {
      Speed own = soft.take();
      Speed limit = bare.take();
      double rate = own.processor() * unit;
      double bareRate = limit.processor() * bareUnit;
      wallRatios[i] = own.wall() * unit / (limit.wall() * bareUnit);
      ratios[i] = rate / bareRate;
      best = Math.max(best, rate);
      say(what + ", by the clock", own.wall() * unit, limit.wall() * bareUnit, wallRatios[i]);
      say(what + ", of the busier thread's time", rate, bareRate, ratios[i]);
    }
    Arrays.sort(ratios);
    Arrays.sort(wallRatios);
    say("middle ratio", wallRatios[ROUNDS / 2], ratios[ROUNDS / 2], best);
    assertThat(best).isGreaterThan(least);
    assertThat(ratios[ROUNDS / 2]).isGreaterThan(0.5);
  }

  @SuppressWarnings("SystemOut") // figures are what this is run for
  private static void say(String what, double own, double limit, double ratio) {
    System.out.println(
        String.format(Locale.ROOT, "%s: %.2f, bare %.2f, ratio %.2f", what, own, limit, ratio));
  }

  // --- devices ----------------------------------------------------------------------------------

  /** Writes a second. */
  private static Speed written(int bytes, int deep) throws IOException, InterruptedException {
    try (LoopbackEnds ends = LoopbackEnds.open(number, SETTINGS)) {
      Driver driver = new Driver(ends.other);
      WorkRequest request =
          WorkRequest.write(1, ends.there.address(), ends.there.rkey(), ends.here.slice(0, bytes));
      long beginNs = System.nanoTime();
      long beginOwnNs = THREADS.getCurrentThreadCpuTime();
      long posted = 0;
      long done = 0;
      while (System.nanoTime() - beginNs < ROUND_NS) {
        for (int i = 0; i < 16; i++) {
          while (posted - done < deep) {
            ends.pair.post(request);
            posted++;
          }
          boolean _ = ends.one.progress(1_000_000);
          Optional<WorkCompletion> next = ends.queue.poll();
          while (next.isPresent()) {
            assertThat(next.get().status()).isEqualTo(WorkCompletion.Status.SUCCESS);
            done++;
            next = ends.queue.poll();
          }
        }
      }
      long wallNs = System.nanoTime() - beginNs;
      long ownNs = THREADS.getCurrentThreadCpuTime() - beginOwnNs;
      driver.stop();
      return Speed.of(done, wallNs, ownNs, driver.processorNs);
    }
  }

  /** The middle round trip of a SEND of 64 bytes there and one back, in microseconds. */
  private static double roundTrip() throws IOException, InterruptedException {
    try (LoopbackEnds ends = LoopbackEnds.open(number, SETTINGS)) {
      for (int i = 0; i < 512; i++) {
        ends.pair.postReceive(i, ends.here.slice(0, 64));
        ends.otherPair.postReceive(i, ends.there.slice(0, 64));
      }
      WorkRequest ping = WorkRequest.send(1, ends.here.slice(0, 64)).unsignaled();
      WorkRequest pong = WorkRequest.send(1, ends.there.slice(0, 64)).unsignaled();
      Driver driver =
          new Driver(
              ends.other,
              () -> {
                Optional<WorkCompletion> came = ends.otherQueue.poll();
                while (came.isPresent()) {
                  ends.otherPair.post(pong);
                  ends.otherPair.postReceive(came.get().id(), ends.there.slice(0, 64));
                  came = ends.otherQueue.poll();
                }
              });
      long[] times = new long[20_000];
      for (int i = 0; i < times.length; i++) {
        long beginNs = System.nanoTime();
        ends.pair.post(ping);
        Optional<WorkCompletion> came = Optional.empty();
        int idle = 0;
        while (came.isEmpty()) {
          boolean _ = idle++ < 20 ? ends.one.progress() : ends.one.progress(1_000_000);
          came = ends.queue.poll();
        }
        ends.pair.postReceive(came.get().id(), ends.here.slice(0, 64));
        times[i] = System.nanoTime() - beginNs;
      }
      driver.stop();
      return middle(times);
    }
  }

  private static double middle(long[] times) {
    long[] later = Arrays.copyOfRange(times, times.length / 2, times.length);
    Arrays.sort(later);
    return later[later.length / 2] / 1e3;
  }

  /** A thread that does nothing but drive a device. */
  private static final class Driver {
    private final Thread thread;
    private volatile boolean stopped;
    private volatile long processorNs;
    private volatile Optional<Throwable> failure = Optional.empty();

    Driver(SoftDevice device) {
      this(device, () -> {});
    }

    Driver(SoftDevice device, Runnable after) {
      thread =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  int idle = 0;
                  while (!stopped) {
                    // As SoftLoop does.
                    boolean busy = idle < 20 ? device.progress() : device.progress(1_000_000);
                    idle = busy ? 0 : idle + 1;
                    after.run();
                  }
                } catch (IOException | RuntimeException e) {
                  failure = Optional.of(e);
                }
              });
    }

    void stop() throws InterruptedException {
      stopped = true;
      thread.join();
      assertThat(failure).isEmpty();
    }
  }

  // --- bare sockets -----------------------------------------------------------------------------

  /** Datagrams a second that arrive, of as many as can be sent. */
  private static Speed bare(int bytes) throws IOException, InterruptedException {
    try (DatagramLink from = DatagramLink.open(InetAddress.ofLiteral("127.0.0.1"), PORT);
        DatagramLink to = DatagramLink.open(InetAddress.ofLiteral("127.0.0.2"), PORT)) {
      boolean[] stopped = new boolean[1];
      long[] came = new long[2];
      Thread receiver =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  while (!stop(stopped)) {
                    int count = to.receive();
                    came[0] += count;
                    if (count == 0) {
                      to.await(1_000_000);
                    }
                  }
                } catch (IOException e) {
                  came[0] = -1;
                }
              });
      HeaderTemplate route = new HeaderTemplate(from.address(), to.address(), PORT, 0);
      long beginNs = System.nanoTime();
      long beginOwnNs = THREADS.getCurrentThreadCpuTime();
      while (System.nanoTime() - beginNs < ROUND_NS) {
        for (int i = 0; i < 64; i++) {
          route.write(from.out(), from.outAt(), bytes + 28);
          from.send(bytes + 28);
        }
        from.flush();
      }
      long wallNs = System.nanoTime() - beginNs;
      long ownNs = THREADS.getCurrentThreadCpuTime() - beginOwnNs;
      synchronized (stopped) {
        stopped[0] = true;
      }
      receiver.join();
      return Speed.of(came[0], wallNs, ownNs, came[1]);
    }
  }

  private static boolean stop(boolean[] flag) {
    synchronized (flag) {
      return flag[0];
    }
  }

  /** The middle round trip of a datagram of 64 bytes, in microseconds. */
  private static double bareRoundTrip() throws IOException, InterruptedException {
    try (DatagramLink from = DatagramLink.open(InetAddress.ofLiteral("127.0.0.1"), PORT);
        DatagramLink to = DatagramLink.open(InetAddress.ofLiteral("127.0.0.2"), PORT)) {
      boolean[] stopped = new boolean[1];
      HeaderTemplate there = new HeaderTemplate(from.address(), to.address(), PORT, 0);
      HeaderTemplate back = new HeaderTemplate(to.address(), from.address(), PORT, 0);
      Thread echo =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  int idle = 0;
                  while (!stop(stopped)) {
                    if (++idle >= 20) {
                      to.await(1_000_000);
                    }
                    if (to.receive() > 0) {
                      idle = 0;
                      back.write(to.out(), to.outAt(), 92);
                      to.send(92);
                      to.flush();
                    }
                  }
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      long[] times = new long[20_000];
      for (int i = 0; i < times.length; i++) {
        long beginNs = System.nanoTime();
        there.write(from.out(), from.outAt(), 92);
        BigEndianBytes.put32(from.out(), from.outAt() + 28, i);
        from.send(92);
        from.flush();
        int idle = 0;
        while (from.receive() == 0) {
          if (++idle >= 20) {
            from.await(1_000_000);
          }
        }
        times[i] = System.nanoTime() - beginNs;
      }
      synchronized (stopped) {
        stopped[0] = true;
      }
      echo.join();
      return middle(times);
    }
  }
}
