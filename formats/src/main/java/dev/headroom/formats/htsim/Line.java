package dev.headroom.formats.htsim;

import dev.headroom.formats.Problems;
import dev.headroom.formats.Word;
import dev.headroom.formats.Words;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Words of a line, read one by one. That simulator wants one blank between; here any do. */
final class Line {
  private static final BigDecimal MOST = new BigDecimal("1e18");

  private final Path file;
  private final List<Word> words;
  private int next = 1;

  private Line(Path file, List<Word> words) {
    this.file = file;
    this.words = words;
  }

  /** The lines of a file that hold words and are not comments. */
  static List<Line> all(Path file) throws IOException {
    Words words = Words.of(file);
    List<Line> lines = new ArrayList<>();
    List<Word> current = new ArrayList<>();
    while (words.hasNext()) {
      current.add(words.next());
      boolean ends = !words.hasNext() || words.peek().line() != current.getFirst().line();
      if (ends) {
        if (!current.getFirst().text().startsWith("#")) {
          lines.add(new Line(file, current));
        }
        current = new ArrayList<>();
      }
    }
    return lines;
  }

  Word first() {
    return words.getFirst();
  }

  boolean hasNext() {
    return next < words.size();
  }

  Word next() {
    return words.get(next++);
  }

  void skipIf(Predicate<Word> test) {
    if (hasNext() && test.test(words.get(next))) {
      next++;
    }
  }

  /** The next word as a whole number in a range; what is wrong with it is reported. */
  Optional<Integer> whole(Problems problems, String what, int least, int most) {
    Word word = hasNext() ? next() : Word.NOWHERE;
    if (word.text().matches("[0-9]{1,10}")) {
      long value = Long.parseLong(word.text());
      if (value >= least && value <= most) {
        return Optional.of((int) value);
      }
    }
    wrong(problems, word, what, "write a whole number from " + least);
    return Optional.empty();
  }

  /** The next word as a number from 0; what is wrong with it is reported. */
  Optional<BigDecimal> decimal(Problems problems, String what) {
    Word word = hasNext() ? next() : Word.NOWHERE;
    if (word.text().matches("[0-9]{1,18}(\\.[0-9]*)?([eE]\\+?[0-9]{1,2})?")) {
      BigDecimal value = new BigDecimal(word.text());
      if (value.compareTo(MOST) <= 0) {
        return Optional.of(value);
      }
    }
    wrong(problems, word, what, "write a number up to 1e18");
    return Optional.empty();
  }

  private void wrong(Problems problems, Word word, String what, String right) {
    if (word.text().isEmpty()) {
      problems.error(file, words.getLast(), "", "nothing follows " + what, right);
    } else {
      problems.error(file, word, "", "'" + word.text() + "' is not what follows " + what, right);
    }
  }
}
