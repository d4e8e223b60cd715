package dev.headroom.tune.engine;

import dev.headroom.unit.Size;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Tasks for tests of texts: a sweep of 100 trials in 4 shards, of which the second has rows. */
final class SampleTasks {
  static final ShardTasks TASKS =
      new ShardTasks(Path.of("/data/My Sweep"), 100, 4, List.of(1, 3, 4));

  static final TaskLimits LIMITS =
      new TaskLimits(
          2, new Size(4L << 30), Optional.of(Duration.ofMinutes(30)), 5, OptionalInt.of(2));

  private SampleTasks() {}
}
