package dev.headroom.tune.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ShardTasksTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "16, 1", "17, 2", "160, 10", "16000, 1000", "16001, 1000", "100000, 1000"})
  void shouldGiveATaskSeveralTrials(long trials, int tasks) {
    assertThat(ShardTasks.usualCount(trials)).isEqualTo(tasks);
  }

  @ParameterizedTest
  @CsvSource({
    "/data/out, headroom-out",
    "/data/My Sweep!, headroom-my-sweep",
    "/data/---, headroom",
    "/data/a-very-long-name-of-a-folder-for-a-sweep, headroom-a-very-long-name-of-a-folder-f",
    "/data/twenty-nine-letters-then-hyphe-n, headroom-twenty-nine-letters-then-hyphe",
    "/, headroom"
  })
  void shouldNameJobsAfterTheFolder(String folder, String name) {
    assertThat(tasks(folder, List.of(1)).name()).isEqualTo(name);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"1|1", "1,2|1-2", "1,2,3,7,9,10|1-3,7,9-10", "4,6|4,6"})
  void shouldListShardsAsRanges(String missing, String ranges) {
    List<Integer> numbers = List.of(missing.split(",", -1)).stream().map(Integer::valueOf).toList();

    assertThat(tasks("/data/out", numbers).ranges()).isEqualTo(ranges);
  }

  private static ShardTasks tasks(String folder, List<Integer> missing) {
    return new ShardTasks(Path.of(folder), 100, 10, missing);
  }
}
