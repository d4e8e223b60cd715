package dev.headroom.app.improve;

import dev.headroom.app.emit.FoldedChanges;
import dev.headroom.audit.Finding;
import dev.headroom.tune.search.Objective;
import java.util.List;
import java.util.stream.Collectors;

/** Writer of {@code improve.md}: the summary for a ticket or a merge request. */
public final class ImproveMarkdown {
  private final ImproveResult result;
  private final ImproveText text;
  private final StringBuilder page = new StringBuilder();

  private ImproveMarkdown(ImproveResult result) {
    this.result = result;
    text = new ImproveText(result);
  }

  /** The summary. */
  public static String of(ImproveResult result) {
    return new ImproveMarkdown(result).summary();
  }

  private String summary() {
    page.append("# Improvement of ").append(text.machines()).append("\n\n");
    page.append(text.headline()).append("\n");
    section("What was wrong", List.of(text.found()));
    row("severity", "rule", "where", "what", "then");
    row("---", "---", "---", "---", "---");
    result.states().findings().forEach(this::finding);
    section("What to change", List.of(text.changes(), text.search()));
    FoldedChanges.of(result.changes().plan().changes()).stream()
        .forEach(change -> item(change.text()));
    result.changes().variables().forEach(fix -> item(fix.text()));
    section("What it brings", List.of());
    for (Objective objective : result.proof().measures().objectives()) {
      item(text.gain(objective));
    }
    text.repair().ifPresent(this::item);
    section("How sure", List.of(text.sure()));
    List<String> left = text.left();
    section("What is left", left.isEmpty() ? List.of("Nothing.") : List.of());
    left.forEach(this::item);
    section("Check it", List.of());
    ReproducingCommands.of(result).forEach((what, command) -> item(what + ": `" + command + "`"));
    return page.toString();
  }

  private void finding(FindingFate fate) {
    Finding first = fate.group().first();
    row(
        first.severity().key(),
        first.rule(),
        fate.group().members().stream()
            .map(Finding::subject)
            .distinct()
            .limit(4)
            .collect(Collectors.joining(", ")),
        first.message(),
        fate.text());
  }

  private void section(String title, List<String> sentences) {
    page.append("\n## ").append(title).append("\n\n");
    sentences.forEach(each -> page.append(each).append("\n\n"));
  }

  private void item(String sentence) {
    page.append("- ").append(sentence.replace("\n", " ")).append('\n');
  }

  private void row(String... cells) {
    page.append("| ");
    page.append(
        List.of(cells).stream()
            .map(cell -> cell.replace("|", "\\|").replace("\n", " "))
            .collect(Collectors.joining(" | ")));
    page.append(" |\n");
  }
}
