package dev.headroom.formats.amd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Read;
import org.junit.jupiter.api.Test;

/** A GPU is the same in JSON and in text. */
final class AmdJsonTest {
  @Test
  void shouldReadRocmSmiAsItsText() {
    FactSet json =
        Read.allOf(
            "json",
            """
            {"card3": {"PCI Bus": "0000:C9:00.0", "(Topology) Numa Node": "1", "GPU use (%)": "7"}}
            """);
    FactSet text =
        Read.allOf(
            "rocm-smi",
            """
            GPU[3]\t\t: PCI Bus: 0000:C9:00.0
            GPU[3]\t\t: (Topology) Numa Node: 1
            GPU[3]\t\t: GPU use (%): 7
            """);

    for (String key : new String[] {"pci", "numa", "rocm-smi.gpu-use"}) {
      assertThat(said(json, "3", key)).as(key).isEqualTo(said(text, "3", key));
    }
  }

  @Test
  void shouldReadAmdSmiAsItsText() {
    FactSet json =
        Read.allOf(
            "json",
            """
            {"gpu_data": [{"gpu": 2, "bus": {"bdf": "0001:0F:00.0",
              "max_pcie_speed": {"value": 32, "unit": "GT/s"}}, "numa": {"node": 1}}]}
            """);
    FactSet text =
        Read.allOf(
            "amd-smi",
            """
            GPU: 2
                BUS:
                    BDF: 0001:0F:00.0
                    MAX_PCIE_SPEED: 32 GT/s
                NUMA:
                    NODE: 1
            """);

    for (String key : new String[] {"pci", "numa", "amd-smi.bus.max-pcie-speed"}) {
      assertThat(said(json, "2", key)).as(key).isEqualTo(said(text, "2", key));
    }
  }

  /** Other tools count GPUs too, in places of their own. */
  @Test
  void shouldTakeNoOtherJsonForIt() {
    FactSet facts = Read.allOf("json", "{\"jobs\": {\"gpu\": 4, \"bdf\": \"0001:0F:00.0\"}}\n");

    assertThat(facts.text(Subject.gpu("4"), "pci").isReported()).isFalse();
  }

  private static String said(FactSet facts, String gpu, String key) {
    return facts.text(Subject.gpu(gpu), key).get();
  }
}
