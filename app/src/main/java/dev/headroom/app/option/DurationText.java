package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of options with a time on a clock, such as {@code 30s}, {@code 10m} or {@code 2h}. */
public final class DurationText {
  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})\\s*(s|m|h)");

  /** Longer ones do not fit a clock of nanoseconds. */
  private static final Duration MOST = Duration.ofHours(100_000);

  private DurationText() {}

  /**
   * The time of an option.
   *
   * @throws BadInputException with the option and what would be right
   */
  public static Duration parse(String option, String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (!matcher.matches() || Long.parseLong(matcher.group(1)) == 0) {
      throw new BadInputException(
          option
              + " "
              + text
              + ": this is not a time; use seconds, minutes or hours, such as 30s, 10m or 2h");
    }
    long count = Long.parseLong(matcher.group(1));
    Duration time =
        switch (matcher.group(2)) {
          case "s" -> Duration.ofSeconds(count);
          case "m" -> Duration.ofMinutes(count);
          default -> Duration.ofHours(count);
        };
    if (time.compareTo(MOST) > 0) {
      throw new BadInputException("%s %s: use at most %dh".formatted(option, text, MOST.toHours()));
    }
    return time;
  }
}
