package dev.headroom.app;

import dev.headroom.model.knob.Knob;
import dev.headroom.model.knob.KnobList;
import dev.headroom.model.knob.Knobs;
import dev.headroom.model.knob.Spelling;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headroom knobs}: everything that can be turned. */
@Command(
    name = "knobs",
    description = "List everything that can be turned: default, range, presets, source.",
    footerHeading = "%nExamples:%n",
    footer = {"  headroom knobs congestion", "  headroom knobs --json"})
final class KnobsCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "NAME",
      arity = "0..1",
      defaultValue = "",
      description = "Only knobs whose name contains this.")
  private String name = "";

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    List<Knob<?>> knobs =
        Knobs.all().stream()
            .filter(knob -> knob.name().contains(name))
            .<Knob<?>>map(k -> k)
            .toList();
    if (knobs.isEmpty()) {
      List<String> names = Knobs.all().stream().map(Knob::name).toList();
      throw new BadInput(
          "there is no knob '"
              + name
              + "'"
              + Spelling.hint(name, names)
              + "; 'headroom knobs' lists all");
    }
    spec.commandLine().getOut().print(json ? KnobList.json(knobs) : KnobList.text(knobs));
    return Exit.CLEAN;
  }
}
