package dev.headroom.formats.htsim;

import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.formats.WordReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Words of a line, read one by one. That simulator wants one blank between; here any do. */
final class HtsimLine {
  private static final BigDecimal MOST = new BigDecimal("1e18");

  private final Path file;
  private final List<TextWord> words;
  private int next = 1;

  private HtsimLine(Path file, List<TextWord> words) {
    this.file = file;
    this.words = words;
  }

  /** The lines of a file that hold words and are not comments. */
  static List<HtsimLine> all(Path file) throws IOException {
    WordReader words = WordReader.of(file);
    List<HtsimLine> lines = new ArrayList<>();
    List<TextWord> current = new ArrayList<>();
    while (words.hasNext()) {
      current.add(words.next());
      boolean ends = !words.hasNext() || words.peek().line() != current.getFirst().line();
      if (ends) {
        if (!current.getFirst().text().startsWith("#")) {
          lines.add(new HtsimLine(file, current));
        }
        current = new ArrayList<>();
      }
    }
    return lines;
  }

  TextWord first() {
    return words.getFirst();
  }

  boolean hasNext() {
    return next < words.size();
  }

  TextWord next() {
    return words.get(next++);
  }

  void skipIf(Predicate<TextWord> test) {
    if (hasNext() && test.test(words.get(next))) {
      next++;
    }
  }

  /** The next word as a whole number in a range; what is wrong with it is reported. */
  Optional<Integer> whole(ProblemCollector problems, String what, int least, int most) {
    TextWord word = hasNext() ? next() : TextWord.NOWHERE;
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
  Optional<BigDecimal> decimal(ProblemCollector problems, String what) {
    TextWord word = hasNext() ? next() : TextWord.NOWHERE;
    if (word.text().matches("[0-9]{1,18}(\\.[0-9]*)?([eE]\\+?[0-9]{1,2})?")) {
      BigDecimal value = new BigDecimal(word.text());
      if (value.compareTo(MOST) <= 0) {
        return Optional.of(value);
      }
    }
    wrong(problems, word, what, "write a number up to 1e18");
    return Optional.empty();
  }

  private void wrong(ProblemCollector problems, TextWord word, String what, String right) {
    if (word.text().isEmpty()) {
      problems.error(file, words.getLast(), "", "no value after " + what, right);
    } else {
      problems.error(
          file, word, "", "'" + word.text() + "' is not a valid value after " + what, right);
    }
  }
}
