package dev.headroom.app.command;

import dev.headroom.app.option.SiteRulesArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.DiagnosisScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.audit.diagnose.Diagnosis;
import dev.headroom.audit.diagnose.Symptom;
import dev.headroom.audit.diagnose.Symptoms;
import dev.headroom.audit.document.DiagnosisJson;
import dev.headroom.collect.hosts.AuditInputs;
import dev.headroom.formats.host.HostFacts;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom diagnose}: from a symptom to its cause. */
@Command(
    name = "diagnose",
    description =
        "Find the cause of a symptom, question by question. Data of hosts, switches and logs "
            + "answers the questions; each open question comes with a command to run. Without a "
            + "symptom, list all symptoms.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom diagnose",
      "  headroom diagnose gpudirect",
      "  headroom diagnose roce-loss node7/ leaf1/ --json",
      "  headroom diagnose 'training hangs in all-reduce' nccl.log"
    })
final class DiagnoseCommand implements Callable<Integer> {
  /** Symptoms that fit less. */
  private static final int MOST_NEXT = 2;

  @Parameters(
      index = "0",
      paramLabel = "SYMPTOM",
      arity = "0..1",
      description = "Name of the symptom, or words that describe it.")
  private Optional<String> symptom = Optional.empty();

  @Parameters(
      index = "1..*",
      paramLabel = "PATH",
      arity = "0..*",
      description = "Evidence, as for headroom audit. Default: print the data to collect.")
  private List<Path> paths = List.of();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Mixin private SiteRulesArguments rules = new SiteRulesArguments();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (symptom.isEmpty()) {
      print(json ? DiagnosisJson.list() : DiagnosisScreen.list(Terminal.ofOutput()));
      return ExitCodes.CLEAN;
    }
    String text = symptom.get();
    List<Symptom> fits = Symptoms.ranked(text);
    if (fits.isEmpty()) {
      throw unknown(text);
    }
    Symptom named = fits.getFirst();
    if (!named.id().equalsIgnoreCase(text)) {
      String next =
          fits.stream().skip(1).limit(MOST_NEXT).map(Symptom::id).collect(Collectors.joining(", "));
      spec.commandLine()
          .getErr()
          .println(
              "headroom: '%s' matches the symptom %s%s; 'headroom diagnose' lists all symptoms"
                  .formatted(text, named.id(), next.isEmpty() ? "" : " (next: " + next + ")"));
    }
    Diagnosis diagnosis = Diagnosis.of(named, read(), rules.all());
    print(json ? DiagnosisJson.of(diagnosis) : DiagnosisScreen.of(diagnosis, Terminal.ofOutput()));
    boolean clean = diagnosis.causes().isEmpty() && diagnosis.otherErrors().isEmpty();
    return clean ? ExitCodes.CLEAN : ExitCodes.FINDINGS;
  }

  /** Whoever names evidence alone has left out what comes before it. */
  private static BadInputException unknown(String text) {
    String names = String.join(", ", Symptoms.ids());
    return !text.isEmpty() && Files.exists(Path.of(text))
        ? new BadInputException(
            ("'%s' is evidence, but no symptom is given: put one before it, of %s; or run "
                    + "'headroom audit' for all findings")
                .formatted(text, names))
        : new BadInputException(
            "no symptom '%s'%s; valid symptoms are %s"
                .formatted(text, SpellingSuggestion.hint(text, Symptoms.ids()), names));
  }

  private List<HostFacts> read() throws IOException {
    try (StatusLine line =
        new StatusLine(spec.commandLine().getErr(), Terminal.ofError(), System::nanoTime)) {
      if (line.isDue()) {
        line.show("reading");
      }
      return new AuditInputs().read(paths);
    }
  }

  private void print(String text) {
    spec.commandLine().getOut().print(text);
  }
}
