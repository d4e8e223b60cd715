package dev.headroom.model.collective;

import dev.headroom.unit.Keyword;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** NCCL release, where its choices and its chunking differ enough to matter. */
public enum NcclRelease implements Keyword {
  /** What all is modelled on that says nothing else. */
  V2_30_7("2.30.7"),
  /** Of April 2021; 2.8.3 and 2.8.4 have the same but for CollNet. Ampere is its newest GPU. */
  V2_9_9("2.9.9");

  private final String word;

  NcclRelease(String word) {
    this.word = word;
  }

  @Override
  public String word() {
    return word;
  }

  public static List<String> words() {
    return Arrays.stream(values()).map(NcclRelease::word).toList();
  }

  public static Optional<NcclRelease> named(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst();
  }

  /** Why there is nothing of it for a machine that it does not {@link #hasConstantsFor know}. */
  public String unknownTo(String machine) {
    return "NCCL %s is available for A100 with NVLink only, not for %s".formatted(word, machine);
  }

  /**
   * Whether it has constants for such GPUs, and its search is known to find such rings: those of
   * 2.9.9 are compared where NVLink joins the GPUs.
   */
  public boolean hasConstantsFor(GpuGeneration gpu, ChannelGraph ring) {
    return switch (this) {
      case V2_30_7 -> true;
      case V2_9_9 ->
          gpu.compareTo(GpuGeneration.AMPERE) <= 0
              && (ring.intra() == PathClass.NVL || ring.intra() == PathClass.LOC);
    };
  }
}
