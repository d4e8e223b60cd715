package dev.headroom.formats.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of mlxconfig that somebody picked out (NVIDIA, MFT user manual, mlxconfig). */
final class MlxconfigReaderTest {
  @Test
  void shouldReadPickedRows() {
    FactSet facts =
        Read.allOf(
            "mlxconfig",
            """
            [root@n1 ~]# mlxconfig -d mlx5_0 q | grep -e PCI_WR -e NUM_OF
                    NUM_OF_VFS                                  8
                    PCI_WR_ORDERING                             force_relax(1)
            [root@n1 ~]# mlxconfig -d 0000:14:00.0 -e q | grep PCI_WR_ORDERING
            *        PCI_WR_ORDERING      per_mkey(0)    per_mkey(0)    force_relax(1)
            """);
    Subject byName = Subject.rdma("mlx5_0");
    Subject byAddress = Subject.pci("0000:14:00.0");
    assertThat(facts.text(byName, "mlxconfig.NUM_OF_VFS.next-boot").get()).isEqualTo("8");
    assertThat(facts.text(byName, "mlxconfig.PCI_WR_ORDERING.next-boot").get())
        .isEqualTo("force_relax(1)");
    assertThat(facts.text(byAddress, "mlxconfig.PCI_WR_ORDERING.current").get())
        .isEqualTo("per_mkey(0)");
    assertThat(facts.text(byAddress, "mlxconfig.PCI_WR_ORDERING.next-boot").get())
        .isEqualTo("force_relax(1)");
    assertThat(facts.text(byName, "columns").isReported()).isFalse();
  }

  @Test
  void shouldReadRowsAlone() {
    FactSet facts = Read.allOf("mlxconfig", "        LINK_TYPE_P1            ETH(2)\n");
    assertThat(
            facts.subjects(SubjectKind.ITEM).stream()
                .map(item -> facts.text(item, "mlxconfig.LINK_TYPE_P1.next-boot").orElse("")))
        .containsExactly("ETH(2)");
  }

  /** What stands below picked rows is another's. */
  @Test
  void shouldEndWithItsRows() {
    FactSet facts =
        new FactSet(
            Read.text(
                    """
                    LINK_TYPE_P1            ETH(2)
                    Remark: all NICs alike
                    CA type: MT4129
                    """)
                .facts());
    assertThat(facts.all()).extracting(fact -> fact.evidence().line()).containsOnly(1);
  }

  @Test
  void shouldTakeNothingElse() {
    for (String line :
        List.of(
            "NUM_OF_VFS   8", "PORT_ACTIVE (4)", "NCCL_DEBUG INFO", "MAX_SIZE   4096 bytes(1)")) {
      assertThat(Read.text(line + "\n").sections())
          .extracting(each -> each.kind().id())
          .as(line)
          .doesNotContain("mlxconfig");
    }
  }
}
