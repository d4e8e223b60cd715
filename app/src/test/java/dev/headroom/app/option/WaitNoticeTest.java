package dev.headroom.app.option;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class WaitNoticeTest {
  @Test
  void shouldSayWhatIsWaitedFor() throws InterruptedException {
    CountDownLatch said = new CountDownLatch(1);
    StringWriter text =
        new StringWriter() {
          @Override
          public void flush() {
            said.countDown();
          }
        };
    try (WaitNotice _ = WaitNotice.after(Duration.ofMillis(1), new PrintWriter(text), "godot")) {
      assertThat(said.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(text.toString()).isEqualTo("headroom: waiting for godot" + System.lineSeparator());
  }

  @Test
  void shouldSayNothingOfWhatComesAtOnce() {
    StringWriter text = new StringWriter();
    WaitNotice wait = WaitNotice.after(Duration.ofDays(1), new PrintWriter(text), "godot");
    wait.stop();
    wait.close();
    assertThat(text.toString()).isEmpty();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }
}
