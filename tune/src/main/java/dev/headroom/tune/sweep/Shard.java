package dev.headroom.tune.sweep;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Share of a sweep that one machine runs: a contiguous slice, as long as those of the others, give
 * or take one trial.
 *
 * @param number from 1
 * @param count number of shards
 */
public record Shard(int number, int count) {
  /** The whole sweep. */
  public static final Shard WHOLE = new Shard(1, 1);

  private static final Pattern TEXT = Pattern.compile("([0-9]{1,9})/([0-9]{1,9})");

  /** Reads {@code 3/16}, the third of 16 shards. */
  public static Shard parse(String text) {
    Matcher matcher = TEXT.matcher(text.strip());
    if (matcher.matches()) {
      int number = Integer.parseInt(matcher.group(1));
      int count = Integer.parseInt(matcher.group(2));
      if (number >= 1 && number <= count) {
        return new Shard(number, count);
      }
    }
    throw new SweepException(
        "'%s' is not a shard; use NUMBER/COUNT with numbers from 1, such as 3/16".formatted(text));
  }

  /** Trials of the shard; empty if there are more shards than trials. */
  public Optional<Slice> of(long trials) {
    long first = Math.multiplyExact(trials, number - 1L) / count;
    long end = Math.multiplyExact(trials, number) / count;
    return end > first ? Optional.of(new Slice(first, end - 1)) : Optional.empty();
  }
}
