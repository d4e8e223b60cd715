package dev.headroom.audit.container;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.Audit;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether IPC_LOCK is in effect, by what a process in a container says of itself. */
final class LockCapabilityTest {
  @ParameterizedTest
  @CsvSource({
    "1000, 8192, 0000000000000000, 1",
    "1000, 64, 00000000000005fb, 1",
    "1000, unlimited, 0000000000000000, 0",
    "1000, 8192, 0000000000004000, 0",
    "0, 8192, 00000000a80465fb, 0",
    "0, 8192, 00000000a80425fb, 1",
  })
  void shouldLookAtTheEffectiveSet(String user, String limit, String effective, int findings) {
    String text =
        "$ id -u; ulimit -l; grep CapEff /proc/self/status\n%s\n%s\nCapEff:\t%s\n"
            .formatted(user, limit, effective);
    HostFacts host =
        HostFacts.of("c", List.of(FormatCatalogue.reader().read(FactSource.of("c.txt"), text)));
    assertThat(
            Audit.of(
                    List.of(host),
                    List.of(RuleCatalogue.named("container.ipc-lock-ineffective").orElseThrow()))
                .getFirst()
                .findings())
        .hasSize(findings);
  }
}
