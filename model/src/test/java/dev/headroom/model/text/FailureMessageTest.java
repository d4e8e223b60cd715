package dev.headroom.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FailureMessageTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          No space left on device                          | the disk is full
          Is a directory                                   | is a folder
          /a/b.txt (Permission denied)                     | /a/b.txt: permission denied
          java.nio.file.NoSuchFileException: x             | x
          NumberFormatException: For input string          | For input string
          Cannot invoke "String.length()" because "<local1>" is null | it failed for an unknown reason
          org.yaml.snakeyaml.error.YAMLException: line 3   | line 3
          Connection refused                               | Connection refused
          node.org.Example is not a host; com/Exam.Ple     | node.org.Example is not a host; com/Exam.Ple
          an Error is no name of ours; ValueError neither  | an Error is no name of ours; ValueError neither
          """)
  void shouldLeaveOutJavasNames(String message, String words) {
    assertThat(FailureMessage.plain(message)).isEqualTo(words);
  }

  @Test
  void shouldSayWhatSilentFailuresMean() {
    assertThat(FailureMessage.of(new NoSuchFileException("run.log"))).isEqualTo("no such file");
    assertThat(FailureMessage.withFile(new NoSuchFileException("run.log")))
        .isEqualTo("run.log: no such file");
    assertThat(FailureMessage.withFile(new AccessDeniedException("run.log")))
        .isEqualTo("run.log: permission denied");
    assertThat(
            FailureMessage.withFile(
                new FileSystemException("run.log", null, "Read-only file system")))
        .isEqualTo("run.log: the file system is read-only");
    assertThat(FailureMessage.withFile(new FileSystemException("run.log: is a folder")))
        .isEqualTo("run.log: is a folder");
    assertThat(FailureMessage.of(new FileNotFoundException("x (No such file or directory)")))
        .isEqualTo("x: no such file");
    assertThat(FailureMessage.of(new EOFException())).isEqualTo("it ends too early");
    assertThat(FailureMessage.of(new UnknownHostException("nobody"))).isEqualTo("no such host");
    assertThat(FailureMessage.of(new ConnectException("Connection refused")))
        .isEqualTo("Connection refused");
    assertThat(FailureMessage.of(new UncheckedIOException(new IOException("Disk quota exceeded"))))
        .isEqualTo("the disk quota is exceeded");
    assertThat(FailureMessage.of(new ExecutionException(new EOFException())))
        .isEqualTo("it ends too early");
    assertThat(FailureMessage.of(new IOException())).isEqualTo("it failed for an unknown reason");
    assertThat(FailureMessage.of(new NumberFormatException("For input string: \"4x\"")))
        .isEqualTo("'4x' is not a number");
    assertThat(FailureMessage.of(new ClassCastException("class A cannot be cast to class B")))
        .doesNotContain("class");
  }
}
