package dev.headroom.web.glossary;

import dev.headroom.web.glossary.GlossaryTerm.Use;
import java.util.stream.Collectors;

/** Documentation page of the glossary. */
public final class GlossaryPage {
  private static final String HEAD =
      """
      # Glossary

      The terms of the field: their meaning with its source, their use in articles, and the command that shows each. `headroom glossary TERM` prints
      one term, and `--json` prints all of them for programs. Generated from `glossary.yaml`.

      S0 to S4 are five articles on tuning RDMA for AI fabrics, and the number is the line; [claims.md](claims.md) tests their claims.
      The first groups follow the index of terms at the end of S2.

      """;

  private GlossaryPage() {}

  /** In Markdown. */
  public static String of(Glossary glossary) {
    StringBuilder page = new StringBuilder(HEAD);
    for (Glossary.Group group : glossary.groups()) {
      page.append("## ").append(group.title()).append("\n\n");
      group.terms().forEach(term -> add(page, term));
    }
    page.append("## History\n\n");
    page.append("| date | event | article | source |\n|---|---|---|---|\n");
    glossary.history().forEach(event -> add(page, event));
    return page.toString();
  }

  private static void add(StringBuilder page, GlossaryTerm term) {
    page.append("### ").append(term.name()).append("\n\n");
    if (!term.aliases().isEmpty()) {
      page.append("Also: ").append(String.join(", ", term.aliases())).append(".\n\n");
    }
    page.append(term.meaning()).append("\n\n");
    page.append("- source: ").append(term.source()).append('\n');
    for (Use use : term.uses()) {
      page.append("- ").append(use.place()).append(": ").append(use.words()).append('\n');
    }
    page.append("- shown by: `").append(term.command()).append("`\n\n");
  }

  private static void add(StringBuilder page, HistoryEvent event) {
    String told =
        event.use().stream()
            .map(use -> use.place() + ": " + use.words())
            .collect(Collectors.joining());
    page.append("| ")
        .append(String.join(" | ", event.date(), event.event(), told, event.source()))
        .append(" |\n");
  }
}
