package dev.headroom.formats.nvidia;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Lines of {@code nvidia-imex-ctl -N} of several releases, with and without {@code -H}. */
final class ImexReaderTest {
  private static final String LEGEND =
      """
      Connectivity Table Legend:
      I - Invalid - Node wasn't reachable, no connection status available
      N - Never Connected
      !M! - Node map mismatch, communication disabled.
      C - Connected - Ready for operation

      """;

  private static String said(FactSet facts, String key) {
    return facts.text(Subject.host(), key).orElse("");
  }

  @Test
  void shouldReadNodesWithTheirNames() {
    FactSet facts =
        Read.allOf(
            "imex",
            LEGEND
                + """
                3/31/2026 16:57:17.721
                Nodes:
                Node #0   * 10.66.6.18 *       - READY                - Version: 580.173.02      - Hostname: gpu-18
                Node #11  - 10.66.6.19         - UNAVAILABLE          - Version:                 - Hostname: gpu-19

                 Nodes From\\To  0   11
                       0        C   N
                      11        I   I

                Domain State: DEGRADED
                """);
    assertThat(said(facts, "imex.node-0.address")).isEqualTo("10.66.6.18");
    assertThat(said(facts, "imex.node-0.version")).isEqualTo("580.173.02");
    assertThat(said(facts, "imex.node-0.host")).isEqualTo("gpu-18");
    assertThat(said(facts, "imex.node-11.status")).isEqualTo("UNAVAILABLE");
    assertThat(said(facts, "imex.node-11.version")).isEmpty();
    assertThat(said(facts, "imex.node-11.host")).isEqualTo("gpu-19");
    assertThat(said(facts, "imex.node-11.links")).isEqualTo("I   I");
    assertThat(said(facts, "imex.domain-state")).isEqualTo("DEGRADED");
  }

  @Test
  void shouldReadNodesWithoutVersions() {
    FactSet facts =
        Read.allOf(
            "imex",
            LEGEND
                + """
                3/25/2025 10:42:08.082
                Nodes:
                Node #0   - 10.136.206.47   - READY
                Node #1   - 10.136.206.48   - READY

                 Nodes From\\To  0  1
                       0        C  C
                       1        C  C
                Domain State: UP
                """);
    assertThat(said(facts, "imex.node-1.status")).isEqualTo("READY");
    assertThat(said(facts, "imex.node-1.address")).isEqualTo("10.136.206.48");
    assertThat(said(facts, "imex.domain-state")).isEqualTo("UP");
  }
}
