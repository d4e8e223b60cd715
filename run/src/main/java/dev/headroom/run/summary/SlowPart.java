package dev.headroom.run.summary;

import dev.headroom.run.figures.NumberText;
import dev.headroom.run.figures.PartResult;
import dev.headroom.run.figures.WorkloadFigures;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Slowest part of a workload, with the fastest one for comparison.
 *
 * @param slowest what suffered most
 * @param fastest what suffered least
 */
record SlowPart(PartResult slowest, PartResult fastest) {
  private static final Comparator<PartResult> BY_SLOWDOWN =
      Comparator.comparingDouble(part -> part.slowdown().p50());

  /**
   * It, if its median flow took at least {@link HeadlineSelector#SLOW} times as long as alone and
   * as many times what that of another took, and its flows do not share links with each other by
   * design.
   */
  static Optional<SlowPart> among(List<PartResult> parts) {
    List<PartResult> judged =
        parts.stream().filter(part -> part.slowdown().count() > 0).sorted(BY_SLOWDOWN).toList();
    if (judged.size() < 2) {
      return Optional.empty();
    }
    double least = judged.getFirst().slowdown().p50();
    return judged.stream()
        .filter(part -> !isSlowByItself(part))
        .max(BY_SLOWDOWN)
        .filter(part -> part.slowdown().p50() >= HeadlineSelector.SLOW * Math.max(1, least))
        .map(part -> new SlowPart(part, judged.getFirst()));
  }

  private static boolean isSlowByItself(PartResult part) {
    WorkloadFigures own = part.figures();
    return "incast".equals(part.type())
        || own.collective().isPresent()
        || own.job().isPresent()
        || own.storage().isPresent()
        || own.inference().isPresent();
  }

  String sentence() {
    return "The median flow of %s took %s times its time on an idle network, that of %s %s times."
        .formatted(
            slowest.name(),
            NumberText.ratio(slowest.slowdown().p50()),
            fastest.name(),
            NumberText.ratio(fastest.slowdown().p50()));
  }
}
