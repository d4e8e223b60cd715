package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.emit.ConfigState;
import dev.headroom.formats.emit.PlacedStatement;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Times of PFC's watchdog that SONiC refuses: below its interval of polls (sonic-pfcwd). */
final class SonicWatchdog {
  private static final Pattern TIME =
      Pattern.compile("\"(detection_time|restoration_time)\": \"(\\d{1,9})\"");
  private static final Pattern POLL = Pattern.compile("\"POLL_INTERVAL\": \"(\\d{1,9})\"");
  private static final String ROWS = "PFC_WD|";

  private SonicWatchdog() {}

  /** A sentence about the first of them; none if there is none. */
  static List<String> tooFast(ConfigState state) {
    OptionalLong poll =
        state.find(ROWS + "GLOBAL", POLL).stream()
            .map(PlacedStatement::text)
            .map(POLL::matcher)
            .filter(Matcher::matches)
            .mapToLong(match -> Long.parseLong(match.group(1)))
            .findFirst();
    return poll.stream()
        .boxed()
        .flatMap(interval ->
            state.all().stream()
                .filter(each -> each.place().startsWith(ROWS))
                .flatMap(each -> below(each, interval)))
        .limit(1)
        .toList();
  }

  private static Stream<String> below(PlacedStatement each, long poll) {
    Matcher time = TIME.matcher(each.text());
    return time.matches() && Long.parseLong(time.group(2)) < poll
        ? Stream.of(
            "%s %s of %s is below POLL_INTERVAL %d, which SONiC refuses; set the time, too"
                .formatted(time.group(1), time.group(2), each.place(), poll))
        : Stream.empty();
  }
}
