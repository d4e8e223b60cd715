package dev.headroom.scale;

import dev.headroom.tune.sweep.SweepException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * Arguments of the job.
 *
 * @param out folder of the sweep
 * @param shards number of shards; empty for what suits the number of trials
 */
record SparkSweepArguments(Path out, Optional<Integer> shards) {
  private static final String USE = "use --out DIR [--shards N]";

  static SparkSweepArguments parse(List<String> words) {
    Optional<Path> out = Optional.empty();
    Optional<Integer> shards = Optional.empty();
    Iterator<String> rest = words.iterator();
    while (rest.hasNext()) {
      String option = rest.next();
      if (!List.of("--out", "--shards").contains(option) || !rest.hasNext()) {
        throw new SweepException("'%s' is not an option with a value; %s".formatted(option, USE));
      }
      String value = rest.next();
      if (option.equals("--out")) {
        out = Optional.of(Path.of(value));
      } else if (value.matches("[1-9][0-9]{0,5}")) {
        shards = Optional.of(Integer.valueOf(value));
      } else {
        throw new SweepException("--shards %s: use 1 to 999999".formatted(value));
      }
    }
    return new SparkSweepArguments(
        out.orElseThrow(() -> new SweepException("--out is missing; " + USE)), shards);
  }
}
