package dev.headroom.app.screen;

import dev.headroom.run.figures.InterruptStorms;
import dev.headroom.run.figures.NumberText;

/** Lines about interrupt storms, if there were any. */
final class InterruptStormLines {
  private static final int SHOWN = 3;

  private InterruptStormLines() {}

  static void write(TerminalPage page, InterruptStorms storms) {
    String label = "interrupts";
    for (InterruptStorms.Storm storm : storms.all().stream().limit(SHOWN).toList()) {
      page.labelled(label, words(storm));
      label = "";
    }
    if (storms.all().size() > SHOWN) {
      page.labelled("", "and " + NumberText.plural(storms.all().size() - SHOWN, "more storm"));
    }
    if (!storms.all().isEmpty() && !storms.usesCores()) {
      page.labelled("", "this run does not need these cores");
    }
  }

  private static String words(InterruptStorms.Storm storm) {
    return "%s per second took %s of %s on %s, from %s to %s"
        .formatted(
            NumberText.count(Math.round(storm.perSecond())),
            NumberText.percent(storm.share()),
            storm.cores() == 1 ? "the core" : "each of " + storm.cores() + " cores",
            storm.host(),
            NumberText.time(storm.fromPs()),
            NumberText.time(storm.untilPs()));
  }
}
