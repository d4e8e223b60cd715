package dev.headroom.collect.redact;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Redaction that keeps the words of a line that match a pattern and replaces the others by a mark.
 */
record KeptWords(String keep, String never, Pattern kept, Pattern held) implements Redaction {
  KeptWords(String keep, String never) {
    this(keep, never, Pattern.compile(keep), Pattern.compile(never));
  }

  @Override
  public String kind() {
    return "words";
  }

  @Override
  public Optional<String> apply(String text) {
    StringBuilder out = new StringBuilder();
    for (String line : text.split("\n")) {
      out.append(
              Arrays.stream(line.split("[ \t]+"))
                  .filter(word -> !word.isEmpty())
                  .map(word ->
                      kept.matcher(word).find() && !held.matcher(word).find() ? word : REMOVED)
                  .collect(Collectors.joining(" ")))
          .append('\n');
    }
    return Optional.of(out.toString());
  }
}
