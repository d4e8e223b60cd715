package dev.headroom.app.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class StandardOutputTest {
  private final StringWriter err = new StringWriter();
  private int unread;

  @ParameterizedTest
  @CsvSource({
    "0, No space left on device, 3, the disk is full",
    "1, No space left on device, 3, the disk is full",
    "2, No space left on device, 2, ''",
    "0, Broken pipe, 141, ''",
    "1, Broken pipe, 141, ''",
    "2, Broken pipe, 2, ''",
    "130, Broken pipe, 130, ''",
    "0, Datenübergabe unterbrochen (broken pipe), 141, ''"
  })
  void shouldNotEndCleanWhereNobodyGotTheWords(int code, String why, int exit, String told) {
    StandardOutput full =
        new StandardOutput(
            new OutputStream() {
              @Override
              public void write(int one) throws IOException {
                throw new IOException(why);
              }
            },
            () -> unread++);

    assertThat(end(full, code)).isEqualTo(exit);
    assertThat(err.toString()).contains(told).matches(all -> all.isEmpty() == told.isEmpty());
    assertThat(unread)
        .as("told once")
        .isEqualTo(why.toLowerCase(Locale.ROOT).contains("pipe") ? 1 : 0);
  }

  @Test
  void shouldPassOnWhatIsWritten() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    assertThat(end(new StandardOutput(bytes, () -> unread++), 1)).isEqualTo(1);
    assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("5 µs");
    assertThat(err.toString()).isEmpty();
    assertThat(unread).isZero();
  }

  private int end(StandardOutput standard, int code) {
    PrintWriter out = new PrintWriter(standard, false, StandardCharsets.UTF_8);
    out.print("5 µs");
    out.flush();
    PrintWriter words = new PrintWriter(err, true);
    return standard.exit(code, words);
  }
}
