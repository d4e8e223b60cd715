package dev.headroom.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.PathClass;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the level of GPUDirect and NVLS make of machines. */
final class GpuDirectTest {
  private static Settings settings(String machine, String level) {
    Settings named = Settings.DEFAULTS.parse(NcclKnobs.MACHINE, machine);
    return level.isEmpty() ? named : named.parse(NcclKnobs.GPU_DIRECT_LEVEL, level);
  }

  @ParameterizedTest
  @CsvSource({
    "dgx-h100, '', true",
    "dgx-h100, PXB, true",
    "dgx-h100, 2, true",
    "dgx-h100, PIX, false",
    "dgx-h100, 1, false",
    "dgx-h100, LOC, false",
    "cloud-vm, '', true",
    "cloud-vm, PXB, false",
    "cloud-vm, 2, false",
    "cloud-vm, 3, true",
    "gb200-nvl72, PXB, false",
    "gb200-nvl72, P2C, true",
    "two-socket, SYS, true",
    "two-socket, PXB, false",
  })
  void shouldReachAsFarAsTheLevelAllows(String machine, String level, boolean on) {
    Settings settings = settings(machine, level);
    assertThat(GpuDirect.check(settings)).isEmpty();
    assertThat(GpuDirect.isOn(settings)).isEqualTo(on);
    Machine built = NcclSearch.machine(settings);
    Machine named = MachineCatalogue.named(machine).orElseThrow();
    assertThat(built.found().several())
        .isEqualTo(on ? named.found().several() : named.found().staged());
  }

  @Test
  void shouldStayOffWhereItIsOff() {
    Settings settings = settings("dgx-h100", "SYS").with(NcclKnobs.GPU_DIRECT, false);
    assertThat(GpuDirect.isOn(settings)).isFalse();
  }

  /** GPUs 0 and 1 are on the NIC's socket, 2 and 3 on the other. */
  @Test
  void shouldRefuseWhatHoldsForSomeGpusOnly() {
    Settings settings = settings("two-socket", "3");
    assertThat(GpuDirect.check(settings))
        .map(KnobConflict::what)
        .contains(
            "at PHB NICs reach 2 of the 4 GPUs of two-socket; the model supports all or none");
    Settings two = settings.with(NcclKnobs.PER_MACHINE, 2L);
    assertThat(GpuDirect.check(two)).isEmpty();
    assertThat(GpuDirect.isOn(two)).isTrue();
  }

  @Test
  void shouldReduceInNoSwitchWithoutNvls() {
    Machine with = NcclSearch.machine(settings("dgx-h100", ""));
    Machine without = NcclSearch.machine(settings("dgx-h100", "").with(NcclKnobs.NVLS, false));
    assertThat(with.found().oneMachine().nvls().channels()).isPositive();
    assertThat(without.found().oneMachine().nvls().channels()).isZero();
    assertThat(without.found().several().nvls().channels()).isZero();
    assertThat(without.found().several().ring()).isEqualTo(with.found().several().ring());
  }

  @Test
  void shouldPrintALevelByItsName() {
    Settings settings = settings("cloud-vm", "3");
    assertThat(settings.print(NcclKnobs.GPU_DIRECT_LEVEL)).contains(PathClass.PHB.name());
  }
}
