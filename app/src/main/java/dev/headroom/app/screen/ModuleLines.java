package dev.headroom.app.screen;

import dev.headroom.model.wear.LinkWear;
import dev.headroom.model.wear.WearKnobs;
import dev.headroom.run.figures.NumberText;
import dev.headroom.run.results.TransceiverWear;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Lines about the effect of heat and lost light on links, where a scenario describes their optical
 * modules.
 */
final class ModuleLines {
  private ModuleLines() {}

  static void write(TerminalPage page, TransceiverWear modules) {
    if (modules.all().isEmpty()) {
      return;
    }
    long hurt = modules.all().stream().filter(LinkWear::isNotable).count();
    LinkWear worst = modules.all().getFirst();
    page.labelled(
        "optics",
        "%s at most %s, one raw bit error in %s bits; of %s, %s"
            .formatted(
                modules.name(worst),
                celsius(worst.temperature().hottestC()),
                odds(worst.bitErrors().worst()),
                NumberText.plural(modules.all().size(), "such link", "such links"),
                hurt == 0
                    ? "none above its warning"
                    : NumberText.plural(hurt, "is", "are") + " above the warning or lost frames"));
    if (worst.isNotable()) {
      page.labelled("", fate(worst));
    }
  }

  private static String fate(LinkWear wear) {
    List<String> parts = new ArrayList<>();
    parts.add(
        "FEC corrected %s, and could not correct %s"
            .formatted(
                codewords(wear.correction().corrected()),
                codewords(wear.correction().uncorrected())));
    if (wear.uptime().deratedPs() > 0 && wear.link().settings().get(WearKnobs.DERATE_TO) < 1) {
      parts.add("derated for " + NumberText.time(wear.uptime().deratedPs()));
    }
    if (wear.uptime().flaps() > 0) {
      parts.add(
          "went down %s, for %s%s"
              .formatted(
                  NumberText.plural(wear.uptime().flaps(), "time", "times"),
                  NumberText.time(wear.uptime().downPs()),
                  wear.uptime().up() ? "" : ", and is down"));
    }
    return String.join("; ", parts);
  }

  private static String codewords(double count) {
    return NumberText.plural(Math.round(count), "codeword", "codewords");
  }

  private static String celsius(double value) {
    return String.format(Locale.ROOT, "%.1f C", value);
  }

  private static String odds(double probability) {
    return probability > 0 ? String.format(Locale.ROOT, "%.1e", 1 / probability) : "none";
  }
}
