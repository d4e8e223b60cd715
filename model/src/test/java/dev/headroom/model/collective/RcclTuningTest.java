package dev.headroom.model.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.MachineCatalogue;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What RCCL takes on MI300X, by the tables of its source. */
final class RcclTuningTest {
  private static TuningModel model(int machines) {
    return TuningModel.of(
        new Cluster(MachineCatalogue.named("mi300x").orElseThrow(), machines, false)
            .communicator());
  }

  @Test
  void shouldAskTheLibraryOfTheGpus() {
    assertThat(model(1)).isInstanceOf(RcclTuning.class);
    assertThat(
            TuningModel.of(
                new Cluster(MachineCatalogue.named("dgx-h100").orElseThrow(), 1, false)
                    .communicator()))
        .isInstanceOf(NcclTuning.class);
  }

  /** 17 us and 14 steps of 2.1 us; seven links of 48 GB/s over 14/8 of the data. */
  @Test
  void shouldExpectOfARingOnOneMachineWhatItsLinksCarry() {
    TuningModel model = model(1);
    assertThat(model.latencyUs(Collective.ALL_REDUCE, NcclAlgorithm.RING, NcclProtocol.SIMPLE))
        .isCloseTo(46.4, within(1e-9));
    assertThat(
            model.algorithmBandwidth(
                Collective.ALL_REDUCE, NcclAlgorithm.RING, NcclProtocol.SIMPLE))
        .isCloseTo(192, within(1e-9));
    assertThat(
            model.microseconds(
                Collective.ALL_REDUCE, NcclAlgorithm.RING, NcclProtocol.SIMPLE, 192_000_000L))
        .isCloseTo(1046.4, within(1e-6));
  }

  /**
   * On two machines LL up to 1 MiB, then trees, and rings where the correction of theirs says that
   * they are worth it.
   */
  @ParameterizedTest
  @CsvSource({
    "1, ALL_REDUCE, 1073741824, RING, SIMPLE",
    "1, ALL_REDUCE, 65536, RING, LL",
    "1, REDUCE_SCATTER, 2817024, RING, LL",
    "1, REDUCE_SCATTER, 2817032, RING, SIMPLE",
    "2, ALL_REDUCE, 1048576, TREE, LL",
    "2, ALL_REDUCE, 1048580, TREE, SIMPLE",
    "2, ALL_REDUCE, 67108864, TREE, SIMPLE",
    "2, ALL_REDUCE, 268435456, RING, SIMPLE",
    "8, ALL_REDUCE, 17179869184, RING, SIMPLE",
    "2, ALL_GATHER, 1572864, RING, LL",
    "2, ALL_GATHER, 1572880, RING, SIMPLE",
    "2, REDUCE_SCATTER, 10485760, RING, LL",
    "2, REDUCE_SCATTER, 10485776, RING, SIMPLE",
    "2, BROADCAST, 1073741824, RING, SIMPLE",
  })
  void shouldTakeWhatItsTablesSay(
      int machines,
      Collective collective,
      long bytes,
      NcclAlgorithm algorithm,
      NcclProtocol protocol) {
    AlgorithmChoice taken =
        model(machines).choose(collective, bytes, Optional.empty(), Optional.empty()).orElseThrow();
    assertThat(taken.algorithm()).isEqualTo(algorithm);
    assertThat(taken.protocol()).isEqualTo(protocol);
  }

  @Test
  void shouldHaveNoSimpleTreesOnOneMachineAndNoLl128() {
    assertThat(model(1).offers(Collective.ALL_REDUCE, NcclAlgorithm.TREE, NcclProtocol.SIMPLE))
        .isFalse();
    assertThat(model(2).offers(Collective.ALL_REDUCE, NcclAlgorithm.TREE, NcclProtocol.SIMPLE))
        .isTrue();
    for (NcclProtocol protocol : NcclProtocol.values()) {
      assertThat(model(2).offers(Collective.ALL_GATHER, NcclAlgorithm.TREE, protocol)).isFalse();
    }
    assertThat(model(2).offers(Collective.ALL_REDUCE, NcclAlgorithm.RING, NcclProtocol.LL128))
        .isFalse();
  }

  /** Eight rings that leave by a NIC each have a link each; seven that stay share them as well. */
  @Test
  void shouldCarryMoreOverSeveralMachines() {
    assertThat(
            model(1)
                .insideBandwidth(Collective.ALL_REDUCE, NcclAlgorithm.RING, NcclProtocol.SIMPLE))
        .isCloseTo(0.94 * 7 * 48, within(1e-9));
    assertThat(
            model(2)
                .insideBandwidth(Collective.ALL_REDUCE, NcclAlgorithm.RING, NcclProtocol.SIMPLE))
        .isCloseTo(0.94 * 8 * 48, within(1e-9));
  }

  @Test
  void shouldHave56ChannelsOnOneMachineAnd64OnSeveral() {
    assertThat(model(1).communicator.channels()).isEqualTo(56);
    assertThat(model(2).communicator.channels()).isEqualTo(64);
  }
}
