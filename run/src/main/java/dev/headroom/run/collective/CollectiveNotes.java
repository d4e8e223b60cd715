package dev.headroom.run.collective;

import dev.headroom.model.collective.CollectiveLibrary;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Notes on how a sweep was made, and on its {@code expected} column. */
public final class CollectiveNotes {
  /** How far apart the two may be before somebody wonders. */
  private static final double FAR = 2;

  /**
   * By {@code rcclTuningModel} of ROCm/rccl, src/graph/tuning.cc, for MI300X: of trees over two
   * nodes {@code bwRatio} 0.11; of rings a hop over the network of 320 us, and {@code
   * ringCorrectionFactor} 0.1 below 256 MiB. Measured: docs/validation.md, AMD's AAC10.
   */
  private static final List<String> RCCL =
      List.of(
          "RCCL computes these times only to choose an algorithm; they are not a forecast: "
              + "its tables",
          "give a tree over two machines 0.11 of the bandwidth of the links, and a ring a",
          "tenth of it below 256 MiB. On 16 MI300X it predicts 3.7 ms for 64 MiB; AMD measured",
          "0.82 ms (153 GB/s of bus bandwidth).");

  private static final List<String> ONE_MACHINE =
      List.of(
          "one machine, so no packets: the links between GPUs are simulated",
          "step by step, in chunks and thread blocks, at the library's expected rates.");

  private CollectiveNotes() {}

  /** In lines; none where there is nothing to say. */
  public static List<String> of(CollectiveSweep sweep) {
    List<String> notes = new ArrayList<>();
    if (sweep.backend() == CollectiveBackend.NCCL && sweep.cluster().machines() == 1) {
      notes.addAll(ONE_MACHINE);
    }
    boolean isRccl =
        sweep.backend() == CollectiveBackend.NCCL
            && sweep.cluster().machine().chips().gpu().library() == CollectiveLibrary.RCCL;
    if (isRccl && sweep.rows().stream().anyMatch(CollectiveNotes::isFar)) {
      notes.addAll(RCCL);
    }
    return notes;
  }

  private static boolean isFar(CollectiveRow row) {
    OptionalDouble expected =
        row.algorithmUsed().map(AlgorithmUsed::expectedUs).orElse(OptionalDouble.empty());
    double ratio = expected.orElse(row.microseconds()) / row.microseconds();
    return ratio > FAR || ratio < 1 / FAR;
  }
}
