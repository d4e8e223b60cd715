package dev.headroom.tune.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ShardTest {
  @ParameterizedTest
  @CsvSource({"1, 1", "10, 3", "3, 10", "100000, 7", "1001, 1000"})
  void shouldCoverEachTrialOnce(long trials, int count) {
    List<Long> covered = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      new Shard(number, count)
          .of(trials)
          .ifPresent(
              slice -> LongStream.rangeClosed(slice.first(), slice.last()).forEach(covered::add));
    }
    assertThat(covered).containsExactlyElementsOf(LongStream.range(0, trials).boxed().toList());
  }

  @Test
  void shouldReadText() {
    assertThat(Shard.parse("3/16")).isEqualTo(new Shard(3, 16));
    assertThat(new Shard(2, 4).of(10)).contains(new Slice(2, 4));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0/4", "5/4", "3", "a/b", "1/0", "-1/4", "3/16/2", ""})
  void shouldRefuseWhatIsNoShard(String text) {
    assertThatThrownBy(() -> Shard.parse(text))
        .isInstanceOf(SweepException.class)
        .hasMessageContaining("'" + text + "'")
        .hasMessageContaining("such as 3/16");
  }

  @Test
  void shouldSayWhatPartsLeaveOut() {
    Slice all = new Slice(0, 99);
    assertThat(all.without(List.of())).containsExactly(all);
    assertThat(all.without(List.of(new Slice(0, 9), new Slice(20, 29), new Slice(25, 40))))
        .containsExactly(new Slice(10, 19), new Slice(41, 99));
    assertThat(all.without(List.of(new Slice(0, 99)))).isEmpty();
    assertThat(new Slice(50, 60).without(List.of(new Slice(0, 54), new Slice(70, 80))))
        .containsExactly(new Slice(55, 60));
  }

  @Test
  void shouldReadNamesOfParts() {
    assertThat(Slice.ofPart(new Slice(16, 31).partName())).contains(new Slice(16, 31));
    assertThat(Slice.ofPart("part-9-3.parquet")).isEmpty();
    assertThat(Slice.ofPart(".part-0-15.parquet.1-2-3.part")).isEmpty();
    assertThat(Slice.ofPart("flows.parquet")).isEmpty();
  }
}
