package dev.headroom.tune.engine;

import dev.headroom.tune.sweep.Shard;
import dev.headroom.tune.sweep.Slice;
import dev.headroom.tune.sweep.SweepFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Shards of a sweep as tasks of an engine, one each. Every task runs {@code headroom sweep run}.
 *
 * @param folder absolute path of the sweep's folder, the same on all machines
 * @param trials of the sweep
 * @param count number of shards, 1 or more
 * @param missing numbers of the shards that have trials without a row, ascending, from 1
 */
public record ShardTasks(Path folder, long trials, int count, List<Integer> missing) {
  /** Trials of a task, unless the user says a number of shards: several pay for Java's start. */
  private static final long TRIALS_A_TASK = 16;

  /** Tasks of an array that Slurm has by default: indices go from 0 to 1,000. */
  static final int MOST_BY_DEFAULT = 1_000;

  public ShardTasks {
    missing = List.copyOf(missing);
  }

  /** Tasks of a sweep. */
  public static ShardTasks of(SweepFolder folder, int count) throws IOException {
    long trials = folder.plan().trials();
    List<Integer> missing = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      Optional<Slice> slice = new Shard(number, count).of(trials);
      if (slice.isPresent() && !folder.missing(slice.get()).isEmpty()) {
        missing.add(number);
      }
    }
    return new ShardTasks(folder.path().toAbsolutePath().normalize(), trials, count, missing);
  }

  /** Number of shards that suits a number of trials. */
  public static int usualCount(long trials) {
    return Math.clamp(Math.ceilDiv(trials, TRIALS_A_TASK), 1, MOST_BY_DEFAULT);
  }

  /** Trials of the longest shard. */
  long longest() {
    return Math.ceilDiv(trials, count);
  }

  /** Name for lists of jobs, of lower-case letters, digits and hyphens, with a letter first. */
  String name() {
    String last =
        Optional.ofNullable(folder.getFileName())
            .map(name -> name.toString().toLowerCase(Locale.ROOT))
            .orElse("");
    String plain = last.replaceAll("[^a-z0-9]+", "-").replaceAll("^-+|-+$", "");
    String shortened = plain.substring(0, Math.min(plain.length(), 30)).replaceAll("-+$", "");
    return shortened.isEmpty() ? "headroom" : "headroom-" + shortened;
  }

  /** The missing shards as ranges, such as {@code 1-4,7}. */
  String ranges() {
    List<String> ranges = new ArrayList<>();
    for (int i = 0; i < missing.size(); ) {
      int first = missing.get(i);
      int last = first;
      for (i++; i < missing.size() && missing.get(i) == last + 1; i++) {
        last++;
      }
      ranges.add(first == last ? Integer.toString(first) : first + "-" + last);
    }
    return String.join(",", ranges);
  }
}
