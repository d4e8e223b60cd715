package dev.headroom.formats;

import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Words of a text file in order, as C++ streams read them: line ends count as blanks. */
public final class WordReader {
  /** Characters of a word: a path is the longest that there is. */
  private static final int LONGEST = 4_096;

  /** Bytes by which a file is told from others. */
  private static final int BEGINNING = 1 << 20;

  private final Path file;
  private final List<TextWord> words;
  private int next;

  private WordReader(Path file, List<TextWord> words) {
    this.file = file;
    this.words = words;
  }

  /** All words of a file. */
  public static WordReader of(Path file) throws IOException {
    return new WordReader(file, checked(file, split(text(file))));
  }

  /** All words of a file but for what stands between braces, which may run over lines. */
  public static WordReader withoutBraces(Path file) throws IOException {
    return new WordReader(file, checked(file, split(blankBraces(text(file)))));
  }

  /** The words that a file begins with, to tell what it is. */
  public static WordReader beginning(Path file) throws IOException {
    return new WordReader(file, split(blankBraces(UserFile.beginning(file, BEGINNING))));
  }

  private static List<TextWord> checked(Path file, List<TextWord> words) {
    for (TextWord word : words) {
      if (word.text().length() > LONGEST) {
        ProblemCollector problems = new ProblemCollector();
        problems.error(
            file,
            word,
            "",
            "a word has %,d characters".formatted(word.text().length()),
            "at most %,d characters per word, separated by spaces".formatted(LONGEST));
        problems.throwIfFailed();
      }
    }
    return words;
  }

  /** A file's text; bytes that are not UTF-8 are kept as marks rather than refused. */
  public static String text(Path file) throws IOException {
    return UserFile.anyText(file, UserFile.MOST_BY_PROGRAM);
  }

  public Path file() {
    return file;
  }

  public boolean hasNext() {
    return next < words.size();
  }

  /** The next word; only after {@link #hasNext}. */
  public TextWord next() {
    return words.get(next++);
  }

  public TextWord peek() {
    return words.get(next);
  }

  /** The last word read, or the place before the first. */
  public TextWord last() {
    return next == 0 ? TextWord.NOWHERE : words.get(next - 1);
  }

  static List<TextWord> split(String text) {
    List<TextWord> words = new ArrayList<>();
    int line = 1;
    int lineStart = 0;
    int start = -1;
    for (int i = 0; i <= text.length(); i++) {
      boolean blank = i == text.length() || Character.isWhitespace(text.charAt(i));
      if (!blank && start < 0) {
        start = i;
      } else if (blank && start >= 0) {
        words.add(new TextWord(text.substring(start, i), line, start - lineStart + 1));
        start = -1;
      }
      if (i < text.length() && text.charAt(i) == '\n') {
        line++;
        lineStart = i + 1;
      }
    }
    return words;
  }

  private static String blankBraces(String text) {
    StringBuilder kept = new StringBuilder(text);
    int depth = 0;
    for (int i = 0; i < kept.length(); i++) {
      char c = kept.charAt(i);
      boolean inside = depth > 0 || c == '{';
      depth += c == '{' ? 1 : c == '}' && depth > 0 ? -1 : 0;
      if (inside && c != '\n') {
        kept.setCharAt(i, ' ');
      }
    }
    return kept.toString();
  }
}
