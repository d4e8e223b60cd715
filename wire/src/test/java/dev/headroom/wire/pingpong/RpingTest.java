package dev.headroom.wire.pingpong;

import static dev.headroom.wire.pingpong.Neighbours.address;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.wire.connect.CmListener;
import dev.headroom.wire.connect.ConnectionManager;
import dev.headroom.wire.soft.SoftDevice;
import dev.headroom.wire.verbs.ConnectionSettings;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RpingTest {
  /**
   * A second for each try: on a busy machine a thread may not run for longer than a device waits.
   */
  private static final ConnectionSettings PATIENT = ConnectionSettings.DEFAULT.patience(18, 7, 7);

  private static final String THERE = "127.0.0.14";
  private static final Rping.Progress UNSEEN = (number, text, right, ns) -> {};

  @ParameterizedTest
  @ValueSource(ints = {Rping.LEAST_BYTES, 64, Rping.MOST_BYTES})
  void shouldBringEveryTextBack(int bytes) throws Exception {
    AtomicInteger wrong = new AtomicInteger();
    Rping.Progress counting = (number, text, right, ns) -> wrong.addAndGet(right ? 0 : 1);
    try (Neighbours ends = new Neighbours("127.0.0.13", THERE);
        CmListener listener = manager(ends.there).listen(Rping.PORT)) {
      CompletableFuture<Rping.Served> server = serve(ends, listener, PATIENT, counting);
      call(ends, 30, bytes, counting);
      assertThat(server.get(10, TimeUnit.SECONDS)).isEqualTo(new Rping.Served(30, true));
      assertThat(ends.here.regions()).isZero();
      assertThat(ends.there.regions()).isZero();
    }
    assertThat(wrong).hasValue(0);
  }

  /** Linux says goodbye once if a program does not wait: where that is lost, nobody is there. */
  @Test
  void shouldMissAClientThatGoesWithoutAWord() throws Exception {
    try (Neighbours ends = new Neighbours("127.0.0.13", THERE);
        CmListener listener = manager(ends.there).listen(Rping.PORT)) {
      CompletableFuture<Rping.Served> server =
          serve(ends, listener, PATIENT.patience(14, 7, 7), UNSEEN);
      call(
          ends,
          3,
          64,
          (number, text, right, ns) -> {
            if (number == 2) {
              ends.silenceHere();
            }
          });
      assertThat(server.get(60, TimeUnit.SECONDS)).isEqualTo(new Rping.Served(3, false));
    }
  }

  /** A client that takes its time between two pings is asked, answers, and is served. */
  @Test
  void shouldWaitForAClientThatTakesItsTime() throws Exception {
    try (Neighbours ends = new Neighbours("127.0.0.13", THERE);
        CmListener listener = manager(ends.there).listen(Rping.PORT)) {
      CompletableFuture<Rping.Served> server = serve(ends, listener, PATIENT, UNSEEN);
      call(ends, 2, 64, (number, text, right, ns) -> pause(number == 0 ? 1500 : 0));
      assertThat(server.get(10, TimeUnit.SECONDS)).isEqualTo(new Rping.Served(2, true));
    }
  }

  private static CompletableFuture<Rping.Served> serve(
      Neighbours ends, CmListener listener, ConnectionSettings settings, Rping.Progress seen) {
    return Neighbours.beside(() ->
        Rping.server(
            ends.there, listener.next(Duration.ofSeconds(10)).orElseThrow(), settings, seen));
  }

  private static void call(Neighbours ends, int pings, int bytes, Rping.Progress seen)
      throws Exception {
    Rping.client(
        ends.here, manager(ends.here), address(THERE), Rping.PORT, pings, bytes, PATIENT, seen);
  }

  private static void pause(int ms) {
    try {
      Thread.sleep(ms);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** As {@code rping -v} of rdma-core 44 prints the first and the sixtieth of 32 bytes. */
  @Test
  void shouldSayWhatRpingSays() {
    assertThat(words(0)).isEqualTo("rdma-ping-0: ABCDEFGHIJKLMNOPQR");
    assertThat(words(59)).isEqualTo("rdma-ping-59: BCDEFGHIJKLMNOPQR");
  }

  /** It is printed, and who sends it may be anybody. */
  @Test
  void shouldShowNothingThatATerminalObeys() {
    byte[] text = "ping\u001b[2J\u009b1m\r\n\0more".getBytes(StandardCharsets.ISO_8859_1);
    assertThat(Rping.words(text)).isEqualTo("ping.[2J.1m..");
  }

  private static String words(int number) {
    return new String(Rping.textOf(number, 32), 0, 31, StandardCharsets.US_ASCII);
  }

  private static ConnectionManager manager(SoftDevice device) {
    return ConnectionManager.of(device, System::nanoTime, new SecureRandom());
  }
}
