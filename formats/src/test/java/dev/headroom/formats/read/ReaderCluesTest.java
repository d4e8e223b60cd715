package dev.headroom.formats.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ReaderCluesTest {
  private static final ReaderClues CLUES =
      new ReaderClues(
          List.of(
              new Fake("she", "hers"), new Fake(), new Fake("he"), new Fake("x "), new Fake("  ")));

  @Test
  void shouldFindCluesWithinAndAfterOneAnother() {
    assertThat(in("ushers")).containsExactly(0, 1, 2);
    assertThat(in("xx x")).containsExactly(1, 3);
    assertThat(in("a   b")).containsExactly(1, 4);
  }

  @Test
  void shouldLeaveReadersWithoutCluesEveryLine() {
    assertThat(in("")).containsExactly(1);
    assertThat(in("übersät")).containsExactly(1);
  }

  /** What is not ASCII parts a clue as any other character does. */
  @Test
  void shouldBeginAnewBehindOtherLetters() {
    assertThat(in("hé hé e")).containsExactly(1);
    assertThat(in("éhe")).containsExactly(1, 2);
  }

  private static List<Integer> in(String text) {
    long bits = CLUES.readersFor(text)[0];
    List<Integer> found = new ArrayList<>();
    for (long left = bits; left != 0; left &= left - 1) {
      found.add(Long.numberOfTrailingZeros(left));
    }
    return found;
  }

  private static final class Fake extends FormatReader {
    private final List<String> clues;

    Fake(String... clues) {
      super(FormatKind.of("fake", "nothing", "nobody"));
      this.clues = List.of(clues);
    }

    @Override
    protected List<String> clues() {
      return clues;
    }

    @Override
    protected boolean starts(SourceLines document, int at) {
      return false;
    }

    @Override
    protected void read(LineBlock block, FactSink sink) {}
  }
}
