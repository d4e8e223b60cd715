package dev.headroom.formats.switches.table;

import dev.headroom.formats.read.KeySlug;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Line of only counters, each a number before its name: {@code 0 runts 0 giants 12 CRC} or {@code
 * 292 packets input, 31440 bytes}. Times, rates and settings have numbers in them too, and are
 * none.
 */
final class CounterLine {
  private static final Pattern LINE =
      Pattern.compile("\\s*(?:(Received|Sent) )?(\\d{1,20} [A-Za-z0-9].{1,140}?)[ ,;]*");

  /** Lines that begin with a number and count nothing. */
  private static final Pattern NO_COUNTERS =
      Pattern.compile(".*(?:\\brate\\b|/s(?:ec)?\\b|\\bbps\\b|\\bLoad-Interval\\b).*");

  private static final Pattern BETWEEN = Pattern.compile(" ?, *| {2,}|\\t+| (?=\\d{1,20} )");
  private static final Pattern COUNTER =
      Pattern.compile("(\\d{1,20}) ([A-Za-z0-9][A-Za-z0-9/ -]{1,40}?)(?: \\(.*)?");

  /** What of a line tells which way all of it went. */
  private static final Pattern NAMES_THE_WAY =
      Pattern.compile("(?:packets-)?(input|output)(?:-errors)?");

  /** Names of which there is one for each way. */
  private static final Set<String> BOTH_WAYS = Set.of("bytes", "fifo");

  private CounterLine() {}

  /**
   * The counters by name, in their order; none if the line says anything else.
   *
   * @param alone whether no heading above says which way packets went, so that what goes both ways
   *     takes its name from its neighbours: {@code bytes-input}, {@code multicast-sent}
   */
  static SequencedMap<String, String> of(String text, boolean alone) {
    SequencedMap<String, String> counters = new LinkedHashMap<>();
    Matcher line = LINE.matcher(text);
    if (!line.matches() || NO_COUNTERS.matcher(text).matches()) {
      return counters;
    }
    for (String item : BETWEEN.split(line.group(2))) {
      Matcher counter = COUNTER.matcher(item);
      if (counter.matches()) {
        counters.put(KeySlug.of(counter.group(2)), counter.group(1));
      }
    }
    return alone ? told(counters, line.group(1)) : counters;
  }

  private static SequencedMap<String, String> told(Map<String, String> counters, String verb) {
    String way =
        counters.keySet().stream()
            .map(NAMES_THE_WAY::matcher)
            .filter(Matcher::matches)
            .map(name -> "-" + name.group(1))
            .findFirst()
            .orElse("");
    SequencedMap<String, String> told = new LinkedHashMap<>();
    counters.forEach((name, count) -> {
      String of = BOTH_WAYS.contains(name) ? way : "";
      told.put(name + (verb == null ? of : verb.equals("Sent") ? "-sent" : "-received"), count);
    });
    return told;
  }
}
