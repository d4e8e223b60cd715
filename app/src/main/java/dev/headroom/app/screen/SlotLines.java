package dev.headroom.app.screen;

import dev.headroom.run.figures.Figures;
import dev.headroom.sim.measure.SlotCounts;
import java.util.Comparator;
import java.util.List;

/** Lines about the PCIe path between NICs and memory, if anything happened there. */
final class SlotLines {
  private SlotLines() {}

  static void write(Page page, List<SlotCounts> slots) {
    slots.stream()
        .filter(SlotCounts::hadErrors)
        .max(Comparator.comparingLong(SlotCounts::replays))
        .ifPresent(worst -> page.labelled("PCIe errors", errors(slots, worst)));
    long translations = slots.stream().mapToLong(SlotCounts::translations).sum();
    if (translations > 0) {
      long walks = slots.stream().mapToLong(SlotCounts::walks).sum();
      page.labelled(
          "IOMMU",
          "%s, of which it had %s not at hand"
              .formatted(
                  Figures.plural(translations, "translation", "translations"),
                  Figures.count(walks)));
    }
  }

  private static String errors(List<SlotCounts> slots, SlotCounts worst) {
    long replays = slots.stream().mapToLong(SlotCounts::replays).sum();
    long retrained = slots.stream().mapToLong(SlotCounts::retrained).sum();
    return "%s%s; most on %s, whose link is at Gen%d"
        .formatted(
            Figures.plural(replays, "replay", "replays"),
            retrained == 0 ? "" : ", " + Figures.plural(retrained, "retraining"),
            worst.host(),
            worst.generation());
  }
}
