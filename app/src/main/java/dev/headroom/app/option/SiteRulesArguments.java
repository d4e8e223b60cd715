package dev.headroom.app.option;

import dev.headroom.audit.Rule;
import dev.headroom.audit.rules.RuleCatalogue;
import dev.headroom.audit.rules.SiteRules;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.text.BadInputException;
import dev.headroom.model.yaml.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for a site's own audit rules, added to the built-in ones. */
public final class SiteRulesArguments {
  @Option(
      names = "--rules",
      paramLabel = "DIR",
      description = "Folder with your own rules: each *.yaml in DIR, as in docs/audit.md.")
  private Optional<Path> folder = Optional.empty();

  private @Nullable List<Rule> all;

  /**
   * Ours, and those of the folder.
   *
   * @throws BadInputException with all that is wrong in its files
   */
  public List<Rule> all() throws IOException {
    if (all == null) {
      all = folder.isEmpty() ? RuleCatalogue.all() : RuleCatalogue.with(own(folder.get()));
    }
    return all;
  }

  private static List<Rule> own(Path folder) throws IOException {
    return switch (SiteRules.read(folder)) {
      case SiteRules.Good good -> good.rules();
      case SiteRules.Bad bad ->
          throw new BadInputException(
              bad.problems().stream().map(Problem::toString).collect(Collectors.joining("\n")));
    };
  }

  private List<String> ids() throws IOException {
    return all().stream().map(rule -> rule.info().id()).toList();
  }

  /** Whether there is a rule of this name. */
  public boolean has(String id) throws IOException {
    return ids().contains(id);
  }

  /** Suggestion of the rule that was probably meant, to follow a wrong name; or nothing. */
  public String hint(String wrong) throws IOException {
    return SpellingSuggestion.hint(wrong, ids());
  }

  /** The same; without a suggestion and {@code --rules}, the way to add rules. */
  public String hintWithOption(String wrong) throws IOException {
    String near = hint(wrong);
    return near.isEmpty() && folder.isEmpty() ? "; for a rule of your own, add --rules DIR" : near;
  }
}
