package dev.headroom.audit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.machine.Processor;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ProcessorFamilyTest {
  @ParameterizedTest
  @CsvSource({
    "AMD EPYC 7742 64-Core Processor, ROME",
    "AMD EPYC 7V12 64-Core Processor, ROME",
    "AMD EPYC 7543 32-Core Processor, MILAN",
    "AMD EPYC 9374F 32-Core Processor, GENOA",
    "AMD EPYC 9575F 64-Core Processor, TURIN",
    "Intel(R) Xeon(R) CPU E5-2650 v4 @ 2.20GHz, BROADWELL",
    "Intel(R) Xeon(R) Gold 6128 CPU @ 3.40GHz, SKYLAKE",
    "Intel(R) Xeon(R) Platinum 8268 CPU @ 2.90GHz, SKYLAKE",
    "Intel(R) Xeon(R) Platinum 8358 CPU @ 2.60GHz, ICE_LAKE",
    "Intel(R) Xeon(R) Platinum 8480C, SAPPHIRE_RAPIDS",
    "Intel(R) Xeon(R) Gold 6530, EMERALD_RAPIDS",
    "Intel(R) Xeon(R) 6960P, GRANITE_RAPIDS",
    "NVIDIA Grace CPU, GRACE"
  })
  void shouldKnowAFamilyByItsName(String name, Processor family) {
    assertThat(ProcessorFamily.named(name)).contains(family);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "AMD Ryzen Threadripper PRO 7965WX 24-Cores",
        "AMD EPYC 7261 8-Core Processor",
        "Intel(R) Xeon(R) Platinum 8380H CPU @ 2.90GHz",
        "Neoverse-V2",
        ""
      })
  void shouldGuessNothing(String name) {
    assertThat(ProcessorFamily.named(name)).isEmpty();
  }
}
