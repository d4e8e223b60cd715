package dev.headroom.app.command;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.screen.GlossaryScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.text.BadInputException;
import dev.headroom.web.glossary.Glossary;
import dev.headroom.web.glossary.GlossaryJson;
import dev.headroom.web.glossary.GlossaryReader;
import dev.headroom.web.glossary.GlossaryTerm;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Command {@code headroom glossary}: meaning and usage of a term, and the command that shows it.
 */
@Command(
    name = "glossary",
    description = "Explain the terms of the field, with sources and the command that shows each.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom glossary",
      "  headroom glossary kmin",
      "  headroom glossary history",
      "  headroom glossary head-of-line blocking --json"
    })
final class GlossaryCommand implements Callable<Integer> {
  private static final int OTHERS = 4;

  /** No term: the events alone. */
  private static final String HISTORY = "history";

  @Parameters(
      paramLabel = "TERM",
      arity = "0..*",
      description =
          "Only this term, by any of its names; 'history': the history of RDMA. Default: the "
              + "list and the history.")
  private List<String> words = List.of();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    Glossary glossary = GlossaryReader.builtIn();
    spec.commandLine().getOut().print(asked(glossary, String.join(" ", words)));
    return ExitCodes.CLEAN;
  }

  private String asked(Glossary glossary, String name) {
    if (name.isEmpty()) {
      return all(glossary);
    }
    return name.equalsIgnoreCase(HISTORY) ? history(glossary) : one(glossary, name);
  }

  private String history(Glossary glossary) {
    Glossary events = new Glossary(List.of(), glossary.history());
    return json
        ? GlossaryJson.of(events)
        : GlossaryScreen.history(events.history(), Terminal.ofOutput());
  }

  private String all(Glossary glossary) {
    return json ? GlossaryJson.of(glossary) : GlossaryScreen.of(glossary, Terminal.ofOutput());
  }

  private String one(Glossary glossary, String name) {
    GlossaryTerm term = glossary.find(name).orElseThrow(() -> noSuch(name, glossary));
    return json
        ? GlossaryJson.of(new Glossary(List.of(term), List.of()))
        : GlossaryScreen.of(term, Terminal.ofOutput());
  }

  private static BadInputException noSuch(String name, Glossary glossary) {
    List<String> others = glossary.termsMentioning(name).stream().limit(OTHERS).toList();
    String spelt = SpellingSuggestion.hint(name, glossary.names());
    String hint =
        !others.isEmpty()
            ? "; it is mentioned under '" + String.join("', '", others) + "'"
            : spelt.isEmpty() ? "; 'headroom glossary' lists all" : spelt;
    return new BadInputException("there is no term '" + name + "'" + hint);
  }
}
