package dev.headroom.audit.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.coverage.Contradictions;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.formats.read.SourceReading;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which of several files of sysctl.d counts (sysctl.d(5)). */
final class BootSettingsTest {
  private static final String SETTING = "kernel.numa_balancing";

  @ParameterizedTest
  @CsvSource({
    "etc/sysctl.d/10-a.conf, etc/sysctl.d/99-z.conf",
    "etc/sysctl.d/10-a.conf, usr/lib/sysctl.d/50-default.conf",
    "usr/lib/sysctl.d/50-x.conf, etc/sysctl.d/50-x.conf",
    "usr/lib/sysctl.d/50-x.conf, run/sysctl.d/50-x.conf",
    "etc/sysctl.d/98-x.conf, etc/sysctl.conf",
    "etc/sysctl.conf, etc/sysctl.d/99-z.conf",
  })
  void shouldTakeTheFileThatCountsLast(String earlier, String later) {
    assertThat(host(earlier, later).sysctl(SETTING).get()).isEqualTo("1");
    assertThat(host(later, earlier).sysctl(SETTING).get()).isEqualTo("0");
  }

  @Test
  void shouldNotCallAnOverrideAContradiction() {
    HostFacts host = host("etc/sysctl.d/10-a.conf", "etc/sysctl.d/99-z.conf");
    host.sysctl(SETTING);

    assertThat(Contradictions.of(host, 9)).isEmpty();
  }

  @Test
  void shouldPreferWhatTheKernelHas() {
    HostFacts host = host("etc/sysctl.d/10-a.conf", "proc.txt");

    assertThat(host.sysctl(SETTING).get()).isEqualTo("1");
    assertThat(host("proc.txt", "etc/sysctl.d/10-a.conf").sysctl(SETTING).get()).isEqualTo("0");
  }

  /** The first file has 0, the second 1; read in both orders of names. */
  private static HostFacts host(String zero, String one) {
    List<SourceReading> read = new ArrayList<>();
    for (String file : List.of(zero, one).stream().sorted().toList()) {
      read.add(
          FormatCatalogue.reader()
              .read(FactSource.of(file), SETTING + " = " + (file.equals(one) ? 1 : 0) + "\n"));
    }
    return HostFacts.of("node1", read);
  }
}
