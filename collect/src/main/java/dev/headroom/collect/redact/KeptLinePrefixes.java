package dev.headroom.collect.redact;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Redaction that keeps of each line the part that a pattern matches, without blanks and semicolons
 * at its end: a setting, without a comment behind it. Java takes the first alternative that fits,
 * awk the longest: a pattern must have those that are longer first.
 */
record KeptLinePrefixes(String keep, String never, Pattern kept, Pattern held)
    implements Redaction {
  private static final Pattern END = Pattern.compile("[ \t;]+$");

  KeptLinePrefixes(String keep, String never) {
    this(keep, never, Pattern.compile(keep), Pattern.compile(never));
  }

  @Override
  public String kind() {
    return "heads";
  }

  @Override
  public Optional<String> apply(String text) {
    StringBuilder out = new StringBuilder();
    for (String line : text.split("\n")) {
      String bare = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
      Matcher head = kept.matcher(bare);
      String part = head.find() ? END.matcher(head.group()).replaceFirst("") : "";
      if (!part.isEmpty() && !held.matcher(part).find()) {
        out.append(part).append('\n');
      }
    }
    return Optional.of(out.toString());
  }
}
