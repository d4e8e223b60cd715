package dev.headroom.app.command;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.stack.VariableList;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.scenario.KnobList;
import dev.headroom.model.stack.ListedKnobs;
import dev.headroom.model.stack.StackVariables;
import dev.headroom.model.text.BadInputException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom knobs}: list of all settings. */
@Command(
    name = "knobs",
    description = "List all settings (knobs) with default, range, presets and source.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom knobs congestion",
      "  headroom knobs workload.queuePairs",
      "  headroom knobs NCCL_IB_TC",
      "  headroom knobs UCX_IB_TRAFFIC_CLASS",
      "  headroom knobs --json"
    })
final class KnobsCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      defaultValue = "",
      description =
          "Only knobs whose name contains this; otherwise the knobs that an environment "
              + "variable of this name sets, for any software stack; otherwise knobs whose name on "
              + "real systems contains it.")
  private String name = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<KnobList.Entry> entries = ListedKnobs.all();
    List<KnobList.Entry> found = only(entries, entry -> entry.knob().name().contains(name));
    if (found.isEmpty()) {
      found = only(entries, entry -> entry.knob().realName().contains(name));
    }
    List<StackVariables.Entry> variables = name.isEmpty() ? List.of() : StackVariables.named(name);
    if (!variables.isEmpty()) {
      Set<String> carried = new HashSet<>();
      variables.forEach(entry -> carried.addAll(entry.variable().topic().knobs()));
      found = only(entries, entry -> carried.contains(entry.knob().name()));
    }
    if (found.isEmpty() && variables.isEmpty()) {
      List<String> names =
          Stream.concat(
                  entries.stream().map(entry -> entry.knob().name()),
                  StackVariables.all().stream().map(entry -> entry.variable().name()))
              .distinct()
              .toList();
      throw new BadInputException(
          "there is no knob '"
              + name
              + "'"
              + SpellingSuggestion.hint(name, names)
              + "; 'headroom knobs' lists all, and 'headroom schema' the keys of fabrics and workloads");
    }
    spec.commandLine()
        .getOut()
        .print(
            json
                ? VariableList.json(KnobList.json(found), variables)
                : VariableList.text(variables) + KnobList.text(found));
    return ExitCodes.CLEAN;
  }

  private static List<KnobList.Entry> only(
      List<KnobList.Entry> entries, Predicate<KnobList.Entry> which) {
    return entries.stream().filter(which).toList();
  }
}
