package dev.headroom.formats.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HcaListTest {
  /** Which of mlx5_1:1, mlx5_1:2 and mlx5_10:1 NCCL may use, and whether port 2 is asked for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          mlx5_1           | true  | true  | true  | true
          =mlx5_1          | true  | true  | false | true
          mlx5_1:1         | true  | false | true  | false
          =mlx5_1:2        | false | true  | false | true
          ^mlx5_1          | false | false | false | false
          ^=mlx5_1:2       | true  | false | true  | false
          mlx5             | true  | true  | true  | false
          =mlx5            | false | false | false | false
          'mlx5_0, mlx5_1' | true  | true  | true  | true
          =mlx5_0,=mlx5_1  | false | false | false | false
          ''               | true  | true  | true  | false
          """)
  void shouldChooseAsNcclDoes(
      String value, boolean first, boolean second, boolean tenth, boolean asked) {
    HcaList list = HcaList.of(value);
    assertThat(list.has("mlx5_1", "1")).isEqualTo(first);
    assertThat(list.has("mlx5_1", "2")).isEqualTo(second);
    assertThat(list.has("mlx5_10", "1")).isEqualTo(tenth);
    assertThat(list.namesExactly("mlx5_1", "2")).isEqualTo(asked);
  }
}
