package dev.headroom.run.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.summary.MadeRun;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class VariedKeysTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          congestion=dcqcn | congestion=none; congestion; dcqcn | none
          congestion=dcqcn, pfc.enabled=true | congestion=dcqcn, pfc.enabled=false; congestion, pfc.enabled; dcqcn, true | dcqcn, false
          congestion.kmin=100Gbps=1KB,400Gbps=4KB | congestion.kmin=8KB; congestion.kmin; 100Gbps=1KB,400Gbps=4KB | 8KB
          incast-16 | allreduce-64; ''; incast-16 | allreduce-64
          a=1 | b=2; ''; a=1 | b=2
          """)
  void shouldSayTheKeysOnce(String labels, String keys, String values) {
    List<ComparedRun> runs =
        Stream.of(labels.split(" \\| "))
            .map(label -> ComparedRun.of(label, Map.of(), label, MadeRun.permutation64().summary()))
            .toList();

    assertThat(VariedKeys.of(runs)).isEqualTo(new VariedKeys(keys, List.of(values.split(" \\| "))));
  }
}
