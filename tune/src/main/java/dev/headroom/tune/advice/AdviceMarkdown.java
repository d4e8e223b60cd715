package dev.headroom.tune.advice;

import java.util.List;

/** Writer of {@code advice.md}: the settings, how sure each is, and the reasons. */
public final class AdviceMarkdown {
  private AdviceMarkdown() {}

  /**
   * The page.
   *
   * @param files names of the files beside it
   */
  public static String of(FabricAdvice advice, List<String> files) {
    AdviceText text = new AdviceText(advice);
    StringBuilder page = new StringBuilder();
    page.append("# Settings for ").append(text.title()).append("\n\n");
    page.append("## Fabric\n\n");
    bullets(page, text.design());
    page.append("## Settings\n\n| setting | value | how sure |\n|---|---|---|\n");
    List<Recommendation> all = AdviceRules.of(advice);
    for (Recommendation each : all) {
      page.append(
          "| %s | %s | %s |\n".formatted(each.setting(), each.value(), each.sureness().text()));
    }
    page.append("\n## Reasons\n\n");
    for (Recommendation each : all) {
      page.append("- **%s**: %s".formatted(each.setting(), each.reason()));
      page.append(each.evidence().isEmpty() ? "\n" : " Runs: " + each.evidence() + "\n");
    }
    page.append("\n## What was run\n\n");
    bullets(page, text.search());
    page.append("Traffic:\n\n");
    bullets(page, text.traffic());
    bullets(page, text.piece());
    if (!files.isEmpty()) {
      page.append("## Files\n\n");
      bullets(page, files);
    }
    return page.toString();
  }

  private static void bullets(StringBuilder page, List<String> lines) {
    lines.forEach(line -> page.append("- ").append(line).append('\n'));
    if (!lines.isEmpty()) {
      page.append('\n');
    }
  }
}
