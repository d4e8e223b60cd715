package dev.headroom.model.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.collective.Collective;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GpuScriptTest {
  @Test
  void shouldReadEveryOperation() {
    GroupKind tensor = GroupKind.TENSOR;
    GroupKind data = GroupKind.DATA;
    assertThat(
            GpuScript.parse(
                """
                compute 5us           # attention
                tensor all-gather 1MiB

                start data reduce-scatter 2MiB
                await data
                """))
        .containsExactly(
            new GpuOperation.Compute(5_000_000),
            new GpuOperation.Start(tensor, Collective.ALL_GATHER, 1 << 20),
            new GpuOperation.Await(tensor),
            new GpuOperation.Start(data, Collective.REDUCE_SCATTER, 2 << 20),
            new GpuOperation.Await(data));
  }

  @Test
  void shouldRepeatWithinRepeats() {
    List<GpuOperation> operations =
        GpuScript.parse("repeat 3\ncompute 1us\nrepeat 2\ncompute 2us\nend\nend");
    assertThat(operations).hasSize(9);
    assertThat(operations.stream().mapToLong(each -> ((GpuOperation.Compute) each).ps()).sum())
        .isEqualTo(15_000_000);
  }

  @Test
  void shouldWriteWhatItReads() {
    String text =
        """
        compute 5us
        start expert all-to-all 1MiB
        compute 10us
        await expert
        start expert-data reduce-scatter 1GiB
        start data all-reduce 3B
        await expert-data
        all broadcast 4KiB
        """;
    List<GpuOperation> operations = GpuScript.parse(text);
    assertThat(GpuScript.parse(GpuScript.write(operations))).isEqualTo(operations);
    assertThat(GpuScript.write(operations)).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "compute 5       | 1 | has no unit",
        "compute -1ns    | 1 | is negative",
        "data all-reduce -1B | 1 | is negative",
        "compute         | 1 | ends too early",
        "tensr all-gather 1MiB | 1 | did you mean 'tensor'",
        "tensor all-gahter 1MiB | 1 | did you mean 'all-gather'",
        "data all-reduce | 1 | ends too early",
        "data all-reduce 5 | 1 | has no unit",
        "data send-recv 5MiB | 1 | not a collective",
        "repeat x        | 1 | not a number",
        "repeat 4        | 1 | has no end",
        "end             | 1 | no repeat",
      })
  void shouldSayWhatIsWrongAndWhere(String text, int line, String what) {
    assertThatThrownBy(() -> GpuScript.parse(text))
        .isInstanceOf(GpuScript.BadLine.class)
        .hasMessageContaining(what)
        .satisfies(thrown -> assertThat(((GpuScript.BadLine) thrown).line()).isEqualTo(line));
  }
}
