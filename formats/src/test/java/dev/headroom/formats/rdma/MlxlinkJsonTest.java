package dev.headroom.formats.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What the tool says as JSON is what it says as text. */
final class MlxlinkJsonTest {
  private static final String TEXT =
      """
      $ mlxlink -d mlx5_0
      Operational Info
      ----------------
      State                           : Active
      Speed                           : IB-EDR
      Width                           : 4x
      FEC                             : No FEC

      Physical Counters and BER Info
      ------------------------------
      Effective Physical BER          : 15E-255
      """;

  /** Of an issue of MrBr-github/lshca, and the counters by the same rule. */
  private static final String JSON =
      """
      $ mlxlink -d mlx5_0 --json
      {
         "result" : {
            "output" : {
               "Operational Info" : {
                  "FEC" : "No FEC",
                  "Speed" : "IB-EDR",
                  "State" : "Active",
                  "Width" : "4x"
               },
               "Physical Counters and BER Info" : {
                  "Effective Physical BER" : "15E-255"
               }
            }
         }
      }
      """;

  @Test
  void shouldSayTheSameAsTheText() {
    assertThat(said(JSON)).isEqualTo(said(TEXT)).hasSize(5);
  }

  private static Map<String, String> said(String text) {
    FactSet facts = Read.host(text).facts();
    return facts.firstFactsOf(Subject.rdma("mlx5_0")).stream()
        .filter(fact -> !fact.key().equals("mlxlink.part"))
        .collect(Collectors.toMap(Fact::key, Fact::value));
  }
}
