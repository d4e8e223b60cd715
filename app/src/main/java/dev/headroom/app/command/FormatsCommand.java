package dev.headroom.app.command;

import dev.headroom.app.json.FormatsJson;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.screen.FormatsScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.formats.catalogue.FormatCatalogue;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.text.BadInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom formats}: supported tool outputs, and their ignored lines. */
@Command(
    name = "formats",
    description =
        "List the supported output formats of hosts, jobs and fabrics, and the ignored lines.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom formats",
      "  headroom formats lspci nccl-log",
      "  headroom formats --ignored",
      "  headroom formats --json"
    })
final class FormatsCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "KIND",
      arity = "0..*",
      description = "Only these formats. Default: all of them.")
  private List<String> names = List.of();

  @Option(
      names = "--ignored",
      description = "Print the patterns of ignored lines, each with a reason.")
  private boolean ignored;

  @Option(names = "--json", description = "Print JSON, including patterns.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<FormatKind> kinds = chosen();
    Terminal terminal = Terminal.ofOutput();
    spec.commandLine()
        .getOut()
        .print(
            json
                ? FormatsJson.of(kinds)
                : ignored
                    ? FormatsScreen.ofIgnored(kinds, terminal)
                    : names.isEmpty()
                        ? FormatsScreen.list(kinds, terminal)
                        : FormatsScreen.of(kinds, terminal));
    return ExitCodes.CLEAN;
  }

  private List<FormatKind> chosen() {
    if (names.isEmpty()) {
      return FormatCatalogue.kinds();
    }
    List<FormatKind> chosen = new ArrayList<>();
    for (String name : names) {
      chosen.add(
          FormatCatalogue.kinds().stream()
              .filter(kind -> kind.id().equals(name))
              .findFirst()
              .orElseThrow(() -> noSuch(name)));
    }
    return chosen;
  }

  private static BadInputException noSuch(String name) {
    String hint =
        SpellingSuggestion.hint(
            name, FormatCatalogue.kinds().stream().map(FormatKind::id).toList());
    return new BadInputException(
        "no format '"
            + name
            + "'"
            + (hint.isEmpty() ? "; 'headroom formats' lists all formats" : hint));
  }
}
