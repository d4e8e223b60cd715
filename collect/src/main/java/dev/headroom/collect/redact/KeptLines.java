package dev.headroom.collect.redact;

import java.util.Optional;
import java.util.regex.Pattern;

/** Redaction that keeps the lines that match a pattern and removes the others. */
record KeptLines(String keep, String never, Pattern kept, Pattern held) implements Redaction {
  KeptLines(String keep, String never) {
    this(keep, never, Pattern.compile(keep), Pattern.compile(never));
  }

  @Override
  public String kind() {
    return "lines";
  }

  @Override
  public Optional<String> apply(String text) {
    StringBuilder out = new StringBuilder();
    for (String line : text.split("\n")) {
      String bare = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
      if (kept.matcher(bare).find() && !held.matcher(bare).find()) {
        out.append(bare).append('\n');
      }
    }
    return Optional.of(out.toString());
  }
}
