package dev.headroom.model.workload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.model.collective.PathClass;
import dev.headroom.model.knob.KnobConflict;
import dev.headroom.model.knob.Settings;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.machine.MachineCatalogue;
import dev.headroom.model.schedule.ChannelWiring;
import dev.headroom.model.schedule.ClusterLayout;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a job tells NCCL's search: how far GPUs reach each other, and whether rings change NICs. */
final class NcclSearchTest {
  private static Settings settings(String machine, String... told) {
    Settings settings = Settings.DEFAULTS.parse(NcclKnobs.MACHINE, machine);
    for (String each : told) {
      String[] words = each.split("=");
      settings =
          switch (words[0]) {
            case "crossNic" -> settings.parse(NcclKnobs.CROSS_NIC, words[1]);
            case "peerLevel" -> settings.parse(NcclKnobs.PEER_LEVEL, words[1]);
            case "pxn" -> settings.parse(NcclKnobs.PXN, words[1]);
            case "gpuDirect" -> settings.parse(NcclKnobs.GPU_DIRECT, words[1]);
            case "nvls" -> settings.parse(NcclKnobs.NVLS, words[1]);
            case "sharp" -> settings.parse(NcclKnobs.SHARP, words[1]);
            default -> settings.parse(NcclKnobs.PER_MACHINE, words[1]);
          };
    }
    return settings;
  }

  @ParameterizedTest
  @CsvSource({
    "dgx-h100, LOC, false",
    "dgx-h100, 0, false",
    "dgx-h100, NVL, true",
    "dgx-h100, PIX, true",
    "dgx-a100, 4, true",
    "hgx-b200, LOC, false",
  })
  void shouldExchangeThroughHostMemoryBelowTheLevelOfNvlink(
      String machine, String level, boolean direct) {
    Settings settings = settings(machine, "peerLevel=" + level);
    assertThat(NcclSearch.check(settings)).isEmpty();
    Machine found = NcclSearch.machine(settings);
    assertThat(found.found().several().ring().intra())
        .isEqualTo(direct ? PathClass.NVL : PathClass.SYS);
    assertThat(found.found().oneMachine().ring().channels()).isLessThan(direct ? 100 : 3);
  }

  @ParameterizedTest
  @CsvSource({
    "mi300x, nvls=true, workload.nvls: mi300x has no reducing NVLink switch",
    "dgx-a100, nvls=true, workload.nvls: dgx-a100 has no reducing",
    "mi300x, nvls=false, ''",
    "dgx-h100, nvls=true, ''",
    "mi300x, sharp=true, on mi300x is not known",
    "cloud-vm, sharp=true, on cloud-vm is not known",
    "dgx-a100, sharp=true, ''",
    "gb200-nvl72, sharp=true, ''",
  })
  void shouldRefuseToSwitchOnWhatMachinesDoNotHave(String machine, String told, String wrong) {
    String found =
        NcclSearch.absent(settings(machine, told))
            .map(complaint -> complaint.key() + ": " + complaint.what())
            .orElse("");
    assertThat(found).contains(wrong).matches(text -> text.isEmpty() == wrong.isEmpty());
  }

  /** Its GPUs are a CPU apart, past which NCCL takes no direct way unless it is told to. */
  @Test
  void shouldChangeNothingWhereGpusAreFarApartAnyway() {
    Machine found = NcclSearch.machine(settings("two-socket", "peerLevel=LOC"));
    assertThat(found).isEqualTo(MachineCatalogue.named("two-socket").orElseThrow());
  }

  /** Of each rail that a ring enters the second machine by, that which it left the first by. */
  @ParameterizedTest
  @CsvSource({
    "dgx-h100, 0, true",
    "dgx-h100, 1, false",
    "dgx-h100, 2, true",
    "hgx-b200, 0, true",
    "hgx-b200, 1, false",
    "dgx-a100, 0, true",
    "dgx-a100, 1, false",
    "dgx-a100, 2, true"
  })
  void shouldStayOnARailUnlessAlwaysTold(String machine, String crossNic, boolean stays) {
    Settings settings = settings(machine, "crossNic=" + crossNic);
    assertThat(NcclSearch.check(settings)).isEmpty();
    ClusterLayout layout = new ClusterLayout(new Cluster(NcclSearch.machine(settings), 2, false));
    ChannelWiring wiring = ChannelWiring.of(layout, Optional.empty());
    for (int channel = 0; channel < 8; channel++) {
      int of = channel;
      int entered =
          IntStream.range(8, 16)
              .filter(rank -> layout.machineOf(wiring.previous(of, rank)) == 0)
              .findFirst()
              .orElseThrow();
      int last = wiring.previous(channel, entered);
      boolean crosses = layout.cluster().communicator().graphs().ring().paths().crosses();
      int left = crosses ? layout.nic(last) : layout.nicFor(last, entered, true);
      assertThat(left % 8 == layout.nic(entered) % 8).isEqualTo(stays);
    }
  }

  /** The GPU next to the NIC must reach it over switches, and be reached over NVLink. */
  @ParameterizedTest
  @CsvSource({
    "dgx-h100, pxn=true, true",
    "dgx-a100, pxn=true, true",
    "gb200-nvl72, pxn=true, true",
    "dgx-h100, pxn=false, false",
    "dgx-h100, peerLevel=LOC, false",
    "dgx-h100, gpuDirect=false, false",
    "cloud-vm, pxn=true, false",
    "two-socket, pxn=true, false"
  })
  void shouldUsePxnWhereNcclDoes(String machine, String told, boolean uses) {
    assertThat(NcclSearch.usesPxn(settings(machine, told), 16)).isEqualTo(uses);
  }

  /** NCCL does wherever it can, RCCL on an MI300X from 64 GPUs on; and both as they are told. */
  @ParameterizedTest
  @CsvSource({
    "dgx-h100, crossNic=2, 16, true",
    "mi300x, crossNic=2, 16, false",
    "mi300x, crossNic=2, 56, false",
    "mi300x, crossNic=2, 64, true",
    "mi300x, pxn=true, 16, true",
    "mi300x, pxn=false, 64, false"
  })
  void shouldUsePxnAsItsLibraryDoesUnlessTold(String machine, String told, int gpus, boolean uses) {
    assertThat(NcclSearch.usesPxn(settings(machine, told), gpus)).isEqualTo(uses);
  }

  @ParameterizedTest
  @CsvSource({
    "cloud-vm, crossNic=1, 'workload.crossNic: with 1 on cloud-vm'",
    "gb200-nvl72, peerLevel=LOC, 'workload.peerLevel: with LOC on gb200-nvl72'",
    "dgx-h100, crossNic=1 gpuDirect=false,"
        + " 'workload.crossNic: with 1 and without GPUDirect on dgx-h100'",
    "dgx-a100, peerLevel=LOC gpuDirect=false,"
        + " 'workload.peerLevel: with LOC and without GPUDirect on dgx-a100'",
    "dgx-h100, crossNic=0 peerLevel=0,"
        + " 'workload.peerLevel: with LOC and another workload.crossNic than 2'",
    "dgx-h100, crossNic=0 perMachine=4, 'workload.crossNic: with 0 on a part of a machine'",
    "dgx-h100, crossNic=0 pxn=false, 'workload.crossNic: with 0 and without PXN'",
    "dgx-h100, crossNic=0 gpuDirect=false, ''",
    "dgx-h100, peerLevel=LOC gpuDirect=false, ''",
    "two-socket, crossNic=1 perMachine=2, ''",
    "dgx-h100, crossNic=1 perMachine=8, ''",
  })
  void shouldRefuseWhatNobodyHasAskedNccl(String machine, String told, String said) {
    Optional<KnobConflict> complaint = NcclSearch.check(settings(machine, told.split(" ")));
    assertThat(
            complaint
                .map(each ->
                    each.key()
                        + ": "
                        + each.what()
                            .replace("the result of NCCL's search ", "")
                            .replace(" is not known", ""))
                .orElse(""))
        .isEqualTo(said);
  }
}
