package dev.headroom.formats.rdma;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** Fields of a register (NVIDIA, Adaptive Retransmission: Parameters Control, sample usage). */
final class MlxregReaderTest {
  private static final String KEY = "mlxreg.ROCE_ACCL.";

  @Test
  void shouldReadARegister() {
    FactSet facts =
        Read.allOf(
            "mlxreg",
            """
            [root@n1 ~]# mlxreg -d 0000:1a:00.0 --yes --reg_name ROCE_ACCL --get
            Sending access register...

            Field Name                            | Data
            ============================================
            roce_adp_retrans_field_select         | 0x00000001
            roce_adp_retrans_en                   | 0x00000001
            roce_slow_restart_en                  | 0x00000000
            adp_retx_base_timeout_min             | 0x00000fa0
            """);
    Subject nic = Subject.pci("0000:1a:00.0");
    assertThat(facts.text(nic, KEY + "roce_adp_retrans_en").get()).isEqualTo("1");
    assertThat(facts.text(nic, KEY + "roce_slow_restart_en").get()).isEqualTo("0");
    assertThat(facts.text(nic, KEY + "adp_retx_base_timeout_min").get()).isEqualTo("4000");
  }

  @Test
  void shouldReadPickedRows() {
    FactSet facts =
        Read.allOf(
            "mlxreg",
            """
            [root@n1 ~]# mlxreg -d mlx5_0 --reg_name ROCE_ACCL --get | grep _en
            roce_tx_window_en                     | 0x00000001
            adaptive_routing_forced_en            | 0x00000001
            """);
    assertThat(facts.text(Subject.rdma("mlx5_0"), KEY + "adaptive_routing_forced_en").get())
        .isEqualTo("1");
  }

  /** Without the command, the fields tell the register, and nothing tells the NIC. */
  @Test
  void shouldKnowTheRegisterByItsFields() {
    FactSet facts = Read.allOf("mlxreg", "roce_slow_restart_en  | 0x00000001\n");
    assertThat(
            facts.subjects(SubjectKind.ITEM).stream()
                .map(nic -> facts.text(nic, KEY + "roce_slow_restart_en").orElse("")))
        .containsExactly("1");
  }
}
