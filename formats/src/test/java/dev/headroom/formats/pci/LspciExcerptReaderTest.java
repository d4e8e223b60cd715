package dev.headroom.formats.pci;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.PciDevice;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** What grep leaves of {@code lspci -vvv}. */
final class LspciExcerptReaderTest {

  @Test
  void shouldTakeTheFunctionFromTheCommand() {
    FactSet facts =
        Read.allOf(
            "lspci-cut",
            """
            $ sudo lspci -vvv -s d8:00.1 | grep -A1 Lnk
            \t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported
            \t\t\tClockPM- Surprise- LLActRep- BwNot- ASPMOptComp+
            \t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x8 (downgraded)
            \t\t\tTrErr- Train- SlotClk+ DLActive- BWMgmt- ABWMgmt-
            """);
    PciDevice function = new PciDevice(facts, Subject.pci("0000:d8:00.1"));

    assertThat(function.linkWidth().get()).isEqualTo(8);
    assertThat(function.linkMaxWidth().get()).isEqualTo(16);
    assertThat(function.linkGts().get()).isEqualTo(16);
    assertThat(function.linkMaxGts().get()).isEqualTo(32);
    assertThat(facts.flag(function.subject(), "express.LnkCap.BwNot").get()).isFalse();
  }

  /** One command, many functions: none of them is the one that was asked for. */
  @Test
  void shouldNameNobodyWhereSeveralAreLeft() {
    FactSet facts =
        Read.allOf(
            "lspci-cut",
            """
            $ lspci -vvv | grep LnkSta:
            \t\tLnkSta:\tSpeed 16GT/s (ok), Width x8 (downgraded)
            \t\tLnkSta:\tSpeed 2.5GT/s (ok), Width x1 (ok)
            """);

    assertThat(facts.subjects(SubjectKind.PCI)).isEmpty();
    assertThat(facts.subjects(SubjectKind.ITEM))
        .extracting(Subject::name)
        .containsExactly("PCI function at 2", "PCI function at 3");
  }

  /** {@code grep -E "Mellanox|LnkSta:"} keeps the line that names it. */
  @Test
  void shouldReadTheLinkWhereOtherLinesWereCutOut() {
    PciDevice nic =
        Read.host(
                """
                5e:00.0 Ethernet controller: Mellanox Technologies MT2892 Family [ConnectX-6 Dx]
                \t\tLnkSta:\tSpeed 16GT/s (ok), Width x8 (downgraded)
                """)
            .pci()
            .devices()
            .getFirst();

    assertThat(nic.linkWidth().get()).isEqualTo(8);
    assertThat(nic.linkGts().get()).isEqualTo(16);
  }
}
