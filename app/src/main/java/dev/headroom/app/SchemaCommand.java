package dev.headroom.app;

import dev.headroom.model.scenario.ScenarioSchema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code headroom schema}: what editors need to know of scenario files. */
@Command(
    name = "schema",
    description = "Print the JSON Schema of scenario files, for editors.",
    footerHeading = "%nExample:%n",
    footer = {"  headroom schema > scenario.schema.json"})
final class SchemaCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().print(ScenarioSchema.text());
    return Exit.CLEAN;
  }
}
