package dev.headroom.formats.hpcc;

import dev.headroom.formats.NearestMatch;
import dev.headroom.formats.ProblemCollector;
import dev.headroom.formats.TextWord;
import dev.headroom.formats.WordReader;
import dev.headroom.formats.hpcc.HpccKey.Shape;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * HPCC simulator's {@code config.txt}, read and checked word by word. That simulator skips words it
 * does not know; here each is named in a warning. A value that cannot be read is an error, and its
 * getter then gives the default so that reading can go on.
 */
final class HpccConfig {
  private final Path file;
  private final ProblemCollector problems;
  private final Map<HpccKey, TextWord> keys = new EnumMap<>(HpccKey.class);
  private final Map<HpccKey, List<TextWord>> values = new EnumMap<>(HpccKey.class);

  /** Those whose value cannot be read: of these nothing more need be said. */
  private final Set<HpccKey> unread = EnumSet.noneOf(HpccKey.class);

  private HpccConfig(Path file, ProblemCollector problems) {
    this.file = file;
    this.problems = problems;
  }

  static HpccConfig read(Path file, ProblemCollector problems) throws IOException {
    HpccConfig config = new HpccConfig(file, problems);
    WordReader words = WordReader.withoutBraces(file);
    while (words.hasNext()) {
      config.entry(words);
    }
    return config;
  }

  private void entry(WordReader words) {
    TextWord word = words.next();
    Optional<HpccKey> known = HpccKey.named(word.text());
    if (known.isEmpty()) {
      skipLine(words, word);
      return;
    }
    HpccKey key = known.get();
    List<TextWord> given = new ArrayList<>();
    int wanted = wanted(key.shape(), words, given);
    while (given.size() < wanted && words.hasNext() && !isKey(words.peek())) {
      given.add(words.next());
    }
    if (given.size() < wanted) {
      error(word, key.name(), "its value is missing", "write " + key.shape().words());
      unread.add(key);
      return;
    }
    for (int i = 0; i < given.size(); i++) {
      check(key, given.get(i), i);
    }
    if (keys.put(key, word) != null && key.shape() != Shape.MAP) {
      warn(word, key.name(), "it is given more than once", "the last one counts");
    }
    if (key.shape() == Shape.MAP) {
      // That simulator adds the pairs of a second map to those of the first.
      List<TextWord> pairs = new ArrayList<>(values.getOrDefault(key, List.of()));
      pairs.addAll(given.subList(1, given.size()));
      values.put(key, pairs);
    } else {
      values.put(key, given);
    }
  }

  private static boolean isKey(TextWord word) {
    return HpccKey.named(word.text()).isPresent();
  }

  private static int wanted(Shape shape, WordReader words, List<TextWord> given) {
    return switch (shape) {
      case DOWN -> 3;
      case MAP -> {
        if (!words.hasNext() || isKey(words.peek())) {
          yield 1;
        }
        given.add(words.next());
        Optional<Double> count = number(given.getFirst().text());
        yield 1 + 2 * (int) Math.clamp(count.orElse(0.0), 0, 1_000);
      }
      default -> 1;
    };
  }

  private void skipLine(WordReader words, TextWord word) {
    List<String> names = Arrays.stream(HpccKey.values()).map(Enum::name).toList();
    String right =
        NearestMatch.to(word.text(), names)
            .map(name -> "did you mean " + name + "?")
            .orElse("it is skipped, as in HPCC ns-3");
    warn(word, "", "'" + word.text() + "' is not a known key", right);
    while (words.hasNext() && words.peek().line() == word.line() && !isKey(words.peek())) {
      words.next();
    }
  }

  private void check(HpccKey key, TextWord word, int position) {
    boolean good =
        switch (key.shape()) {
          case TEXT -> true;
          case FLAG, WHOLE -> whole(word.text()).isPresent();
          case NUMBER -> number(word.text()).isPresent();
          case RATE -> Ns3Units.bitsPerSecond(word.text()).isPresent();
          case DOWN -> whole(word.text()).isPresent();
          case MAP ->
              (position == 0 || position % 2 == 1)
                  ? whole(word.text()).isPresent()
                  : number(word.text()).isPresent();
        };
    if (!good) {
      unread.add(key);
      error(
          word, key.name(), "'" + word.text() + "' cannot be read", "write " + key.shape().words());
    }
  }

  // --- values -----------------------------------------------------------------------------------

  Path file() {
    return file;
  }

  boolean has(HpccKey key) {
    return values.containsKey(key);
  }

  /** Where the key stands, for messages; nowhere if it is absent. */
  TextWord at(HpccKey key) {
    return keys.getOrDefault(key, TextWord.NOWHERE);
  }

  /** Complains if a key that has no default is absent. */
  void require(HpccKey... wanted) {
    for (HpccKey key : wanted) {
      if (!keys.containsKey(key) && !unread.contains(key)) {
        error(TextWord.NOWHERE, key.name(), "it is missing", "add it with " + key.shape().words());
      }
    }
  }

  String text(HpccKey key) {
    List<TextWord> given = values.get(key);
    return given == null ? key.fallback() : given.getFirst().text();
  }

  boolean flag(HpccKey key) {
    return whole(key) != 0;
  }

  long whole(HpccKey key) {
    return whole(text(key)).or(() -> whole(key.fallback())).orElse(0L);
  }

  double number(HpccKey key) {
    return number(text(key)).or(() -> number(key.fallback())).orElse(0.0);
  }

  long bitsPerSecond(HpccKey key) {
    return Ns3Units.bitsPerSecond(text(key))
        .or(() -> Ns3Units.bitsPerSecond(key.fallback()))
        .orElse(0L);
  }

  /** The three numbers of {@link HpccKey#LINK_DOWN}, or zeros. */
  long[] down() {
    return values.getOrDefault(HpccKey.LINK_DOWN, List.of()).stream()
        .mapToLong(word -> whole(word.text()).orElse(0L))
        .toArray();
  }

  /** A map's values by rate in bit/s. */
  Map<Long, Double> byRate(HpccKey key) {
    Map<Long, Double> map = new TreeMap<>();
    List<TextWord> pairs = values.getOrDefault(key, List.of());
    for (int i = 0; i + 1 < pairs.size(); i += 2) {
      map.put(whole(pairs.get(i).text()).orElse(0L), number(pairs.get(i + 1).text()).orElse(0.0));
    }
    return map;
  }

  /** Complains of a value; of one that could not be read it is known to be wrong. */
  void error(HpccKey key, String what, String right) {
    if (!unread.contains(key)) {
      error(at(key), key.name(), what, right);
    }
  }

  void warn(HpccKey key, String what, String right) {
    warn(at(key), key.name(), what, right);
  }

  private void error(TextWord at, String key, String what, String right) {
    problems.error(file, at, key, what, right);
  }

  private void warn(TextWord at, String key, String what, String right) {
    problems.warn(file, at, key, what, right);
  }

  private static Optional<Long> whole(String text) {
    return text.matches("[0-9]{1,18}") ? Optional.of(Long.parseLong(text)) : Optional.empty();
  }

  private static Optional<Double> number(String text) {
    if (!text.matches("[0-9]*\\.?[0-9]+(?:[eE][-+]?[0-9]+)?|[0-9]+\\.")) {
      return Optional.empty();
    }
    return Optional.of(Double.parseDouble(text)).filter(Double::isFinite);
  }
}
