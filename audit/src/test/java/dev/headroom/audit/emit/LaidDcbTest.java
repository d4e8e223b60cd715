package dev.headroom.audit.emit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LaidDcbTest {
  private static final String FILE = "dcb_pfc_show_dev_eth0";
  private static final String SHOWN =
      """
      $ dcb pfc show dev eth0
      pfc-cap 8 macsec-bypass off delay 0
      prio-pfc 0:off 1:off 2:off 3:on 4:off 5:off 6:off 7:off
      $ dcb app show dev eth0
      dscp-prio AF31:3 48:6
      """;

  @Test
  void shouldShowWhatTheCommandsSet() {
    HostFacts host =
        HostFacts.of("node1", List.of(FormatCatalogue.reader().read(FactSource.of(FILE), SHOWN)));
    LaidFiles files = new LaidFiles();
    LaidDcb.lay(
        host,
        "eth0",
        List.of(
            "dcb pfc set dev eth0 prio-pfc all:off 4:on",
            "dcb app replace dev eth0 dscp-prio 26:4",
            "dcb app replace dev eth0 dscp-prio 30:4"),
        files);
    assertThat(files.left()).isEmpty();
    assertThat(files.edited(FILE, SHOWN))
        .contains("prio-pfc 0:off 1:off 2:off 3:off 4:on 5:off 6:off 7:off")
        .contains("dscp-prio AF31:4 48:6 30:4");
  }
}
