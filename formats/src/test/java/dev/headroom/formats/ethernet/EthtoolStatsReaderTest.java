package dev.headroom.formats.ethernet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Counters that grep has left alone. */
final class EthtoolStatsReaderTest {
  @Test
  void shouldReadOneCounterOfWhateverNameBelowItsCommand() {
    FactSet facts =
        Read.allOf(
            "ethtool-stats",
            """
            root@node7:~# ethtool -S ens7 | grep link_down
                 link_down_events_phy: 9
            root@node7:~# ethtool --statistics ens8 | grep module
                 module_unplug: 2
            """);

    assertThat(facts.number(Subject.netdev("ens7"), "counter.link_down_events_phy").get())
        .isEqualTo(9);
    assertThat(facts.number(Subject.netdev("ens8"), "counter.module_unplug").get()).isEqualTo(2);
  }
}
