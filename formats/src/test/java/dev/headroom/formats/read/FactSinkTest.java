package dev.headroom.formats.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.fact.SourceFacts;
import dev.headroom.formats.fact.Subject;
import org.junit.jupiter.api.Test;

/** Facts are much larger than the lines that they come from: there is room for so many. */
final class FactSinkTest {
  private final TextLine line =
      TextLine.made("a = 1", new Evidence(FactSource.of("a"), 1, "a = 1"));

  @Test
  void shouldKeepNoMoreThanThereIsRoomFor() {
    FactSink sink = new FactSink(1000);
    for (int i = 0; i < 4; i++) {
      sink.add(line, Subject.host(), "a", "1");
    }

    assertThat(sink.isFull()).isTrue();
    assertThatThrownBy(() -> sink.add(line, Subject.host(), "a", "1"))
        .hasMessage("line 1: exceeds the memory limit for one file; the rest was not read");
    assertThat(sink.facts()).hasSize(4);
  }

  @Test
  void shouldWeighALineOnce() {
    FactSink sink = new FactSink(1 << 20);
    sink.add(line, Subject.host(), "a", "1");
    sink.add(line, Subject.host(), "b", "1");

    assertThat(new SourceFacts(sink.facts()).estimatedBytes())
        .isEqualTo(2 * sink.facts().getFirst().estimatedBytes() + line.evidence().estimatedBytes());
  }
}
