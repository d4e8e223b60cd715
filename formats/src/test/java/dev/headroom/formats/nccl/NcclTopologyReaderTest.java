package dev.headroom.formats.nccl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import dev.headroom.formats.read.SourceReading;
import org.junit.jupiter.api.Test;

/** Topology files as people show them. */
final class NcclTopologyReaderTest {
  @Test
  void shouldReadAFunctionThatSomebodyCutOut() {
    SourceReading reading =
        Read.text(
            """
            the file has this, which cannot be:
            ```
                <pci busid="ffff:ff:00.0" class="0x060400" link_speed="2.5 GT/s" link_width="1">
            ```
            """);

    FactSet facts = new FactSet(reading.facts());
    Subject bridge = Subject.pci("ffff:ff:00.0");
    assertThat(facts.text(bridge, "nccl.xml.link_speed").get()).isEqualTo("2.5 GT/s");
    assertThat(facts.number(bridge, "nccl.xml.link_width").get()).isEqualTo(1);
  }
}
