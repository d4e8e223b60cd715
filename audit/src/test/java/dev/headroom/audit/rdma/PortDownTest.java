package dev.headroom.audit.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PortDownTest {
  /** Names do not tell: systemd makes them of where a device is. */
  @ParameterizedTest
  @CsvSource({"mlx5_0, MT4129, mlxlink", "ibp12s0, MT4129, mlxlink", "bnxt_re0, BCM57608, ethtool"})
  void shouldNameTheToolThatShowsItsModule(String device, String type, String tool) {
    String ibstat =
        "CA '%s'\n\tCA type: %s\n\tPort 1:\n\t\tState: Down\n\t\tPhysical state: Polling\n"
            .formatted(device, type);
    HostFacts host =
        HostFacts.of(
            "n1", List.of(FormatCatalogue.reader().read(FactSource.of("ibstat.txt"), ibstat)));
    List<Finding> findings =
        Audit.of(List.of(host), List.of(RuleCatalogue.named("link.down").orElseThrow()))
            .getFirst()
            .findings();
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().remedy().fix().steps().getFirst().command())
        .contains(tool + " -");
  }
}
