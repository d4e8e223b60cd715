package dev.headroom.app.screen;

import dev.headroom.run.figures.NumberText;
import dev.headroom.sim.measure.HostPcieCounts;
import java.util.Comparator;
import java.util.List;

/** Lines about the PCIe path between NICs and memory, if anything happened there. */
final class NicPcieLines {
  private NicPcieLines() {}

  static void write(TerminalPage page, List<HostPcieCounts> slots) {
    slots.stream()
        .filter(HostPcieCounts::hadErrors)
        .max(Comparator.comparingLong(HostPcieCounts::replays))
        .ifPresent(worst -> page.labelled("PCIe errors", errors(slots, worst)));
    long translations = slots.stream().mapToLong(HostPcieCounts::translations).sum();
    if (translations > 0) {
      long walks = slots.stream().mapToLong(HostPcieCounts::walks).sum();
      page.labelled(
          "IOMMU",
          "%s, of which %s missed its cache"
              .formatted(
                  NumberText.plural(translations, "translation", "translations"),
                  NumberText.count(walks)));
    }
  }

  private static String errors(List<HostPcieCounts> slots, HostPcieCounts worst) {
    long replays = slots.stream().mapToLong(HostPcieCounts::replays).sum();
    long retrained = slots.stream().mapToLong(HostPcieCounts::retrained).sum();
    return "%s%s; most on %s, whose link is at Gen%d"
        .formatted(
            NumberText.plural(replays, "replay", "replays"),
            retrained == 0 ? "" : ", " + NumberText.plural(retrained, "retraining"),
            worst.host(),
            worst.generation());
  }
}
