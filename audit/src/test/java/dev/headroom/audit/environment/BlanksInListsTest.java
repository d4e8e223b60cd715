package dev.headroom.audit.environment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.Finding;
import dev.headroom.audit.fix.FixStep;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

/** NCCL takes a blank in a list for a part of the name. */
final class BlanksInListsTest {
  @Test
  void shouldFindBlanksInLists() {
    assertThat(audit("export NCCL_IB_HCA=\"mlx5_0, mlx5_1:1\""))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.message()).contains("match nothing");
          assertThat(finding.remedy().fix().steps().stream().map(FixStep::command))
              .containsExactly("export NCCL_IB_HCA='mlx5_0,mlx5_1:1'");
        });
    assertThat(audit("export NCCL_SOCKET_IFNAME='^lo ,docker0'")).hasSize(1);
    assertThat(audit("NCCL_IB_HCA=^=mlx5_0,mlx5_1:1")).isEmpty();
  }

  private static List<Finding> audit(String variable) {
    HostFacts host =
        HostFacts.of(
            "node",
            List.of(
                FormatCatalogue.reader()
                    .read(FactSource.of("job.sh"), variable + "\nexport NCCL_DEBUG=INFO\n")));
    return Audit.of(List.of(host), List.of(RuleCatalogue.named("nccl.list-signs").orElseThrow()))
        .stream()
        .flatMap(outcome -> outcome.findings().stream())
        .toList();
  }
}
