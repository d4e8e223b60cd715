package dev.headroom.app.command;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.audit.rules.SiteRules;
import dev.headroom.model.scenario.ScenarioSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom schema}: JSON Schemas for editors of the files that users write. */
@Command(
    name = "schema",
    description =
        "Print the JSON Schema of scenario files, for editors, or that of a site's rules.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom schema > scenario.schema.json",
      "  headroom schema rules > rules.schema.json"
    })
final class SchemaCommand implements Callable<Integer> {
  /** What files may be of. */
  enum Of {
    SCENARIO,
    RULES
  }

  @Parameters(
      paramLabel = "OF",
      arity = "0..1",
      defaultValue = "scenario",
      description = "scenario, or rules: files for --rules of audit. Default: scenario.")
  private Of of = Of.SCENARIO;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine()
        .getOut()
        .print(
            switch (of) {
              case SCENARIO -> ScenarioSchema.text();
              case RULES -> SiteRules.schema();
            });
    return ExitCodes.CLEAN;
  }
}
