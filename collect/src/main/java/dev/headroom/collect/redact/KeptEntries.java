package dev.headroom.collect.redact;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Redaction of lines whose first word matches a pattern: words that match it are kept, others are
 * replaced by a mark. Other lines are left out.
 */
record KeptEntries(String keep, String never, Pattern kept, Pattern held) implements Redaction {
  KeptEntries(String keep, String never) {
    this(keep, never, Pattern.compile(keep), Pattern.compile(never));
  }

  @Override
  public String kind() {
    return "entries";
  }

  @Override
  public Optional<String> apply(String text) {
    StringBuilder out = new StringBuilder();
    for (String line : text.split("\n")) {
      String bare = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
      String entry =
          Arrays.stream(bare.split("[ \t]+"))
              .filter(word -> !word.isEmpty())
              .map(word -> kept.matcher(word).find() && !held.matcher(word).find() ? word : REMOVED)
              .collect(Collectors.joining(" "));
      if (!entry.isEmpty() && !entry.startsWith(REMOVED)) {
        out.append(entry).append('\n');
      }
    }
    return Optional.of(out.toString());
  }
}
