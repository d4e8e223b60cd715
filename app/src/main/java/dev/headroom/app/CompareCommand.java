package dev.headroom.app;

import dev.headroom.app.files.RunFolder;
import dev.headroom.app.report.ComparePage;
import dev.headroom.app.results.CompareJson;
import dev.headroom.app.results.Compared;
import dev.headroom.app.results.Refused;
import dev.headroom.app.results.SharedHosts;
import dev.headroom.app.screen.CompareScreen;
import dev.headroom.app.screen.Extent;
import dev.headroom.app.screen.ProgressLine;
import dev.headroom.app.screen.Terminal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code headroom compare}: runs several scenarios, or one with settings varied, side by side. */
@Command(
    name = "compare",
    description = "Run several scenarios, or one with settings varied, and lay them side by side.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom compare a.yaml b.yaml --out results",
      "  headroom compare a.yaml --vary congestion=dcqcn,none \\",
      "      --vary pfc.enabled=true,false"
    })
final class CompareCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SCENARIO",
      arity = "1..*",
      description = "Scenarios in YAML, or config.txt files of the HPCC ns-3 simulator.")
  private List<Path> files = new ArrayList<>();

  @Option(
      names = "--vary",
      paramLabel = "KEY=A,B",
      description =
          "Runs once for each value; several --vary run every combination. A | parts values"
              + " that have commas in them.")
  private List<String> varies = new ArrayList<>();

  @Mixin private RunArguments run;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Where the results go, each run's in a folder below. Default: headroom-out/NAME-compared.")
  private @Nullable Path out;

  @Option(names = "--quiet", description = "Print nothing but problems.")
  private boolean quiet;

  @Option(names = "--json", description = "Print compare.json instead of the table.")
  private boolean json;

  @Option(names = "--no-report", description = "Do not write a report.html for each run.")
  private boolean noReport;

  @Spec private CommandSpec spec;

  /** How many events it has simulated. */
  private long events;

  /** A variant that was read without problems, and the folder that awaits it. */
  private record Ready(Variant variant, Loaded loaded, RunFolder folder) {}

  /** Settings that do not go together, and so were not run. */
  private final List<Refused> refused = new ArrayList<>();

  /** The first of them, to be thrown where nothing else is left. */
  private @Nullable Misfit first;

  @Override
  public Integer call() throws IOException {
    List<Variant> variants = new ArrayList<>();
    Set<String> warnings = new LinkedHashSet<>(); // variants of one file have the same
    List<Loaded> loaded = new ArrayList<>();
    for (Variant variant : variants()) {
      try {
        loaded.add(variant.load(run));
      } catch (Misfit e) {
        refuse(variant, e);
        continue;
      }
      variants.add(variant);
      warnings.addAll(loaded.getLast().warnings());
      warnings.addAll(SharedHosts.warnings(loaded.getLast().scenario()));
    }
    failIfNothingRan(loaded.isEmpty());
    Path name = OutputName.of(files.getFirst());
    RunFolder folder =
        RunFolder.prepare(
            out == null ? name.resolveSibling(name.getFileName() + "-compared") : out);
    List<Ready> ready = new ArrayList<>();
    for (int i = 0; i < variants.size(); i++) {
      RunFolder own = RunFolder.prepare(folder.file(variants.get(i).folder()));
      Variant named = variants.get(i).named(loaded.get(i).scenario().settings());
      ready.add(new Ready(named, loaded.get(i), own));
    }
    warnings.forEach(warning -> spec.commandLine().getErr().println("headroom: " + warning));
    try (Interrupt interrupt = Interrupt.watch()) {
      int code = Exit.CLEAN;
      List<Compared> compared = new ArrayList<>();
      for (Ready each : ready) {
        if (!interrupt.requested()) {
          String place = (ready.indexOf(each) + 1) + " of " + ready.size();
          try {
            Execution.Done done = run(each, interrupt, place);
            events += done.summary().result().counts().events();
            code = Math.max(code, SimCommand.exit(done.summary()));
            compared.add(
                Compared.of(each.variant().label(), each.variant().folder(), done.summary()));
          } catch (Misfit e) {
            refuse(each.variant(), e);
          }
        } else {
          each.folder().removeIfEmpty();
          refused.add(new Refused(each.variant().label(), "the comparison was interrupted"));
        }
      }
      failIfNothingRan(compared.isEmpty() && !interrupt.requested());
      show(folder, compared);
      return refused.isEmpty() ? code : Math.max(code, Exit.BAD_INPUT);
    }
  }

  /** The others run all the same. */
  private void refuse(Variant variant, Misfit why) {
    first = first == null ? why : first;
    refused.add(new Refused(variant.label(), String.valueOf(why.getMessage())));
    if (json || quiet) {
      spec.commandLine()
          .getErr()
          .println("headroom: not run: " + variant.label() + ": " + why.getMessage());
    }
  }

  private void failIfNothingRan(boolean nothing) {
    Misfit why = first;
    if (nothing && why != null) {
      throw why;
    }
  }

  private List<Variant> variants() {
    if (varies.isEmpty() && files.size() < 2) {
      throw new BadInput("one scenario is nothing to compare; name another, or add --vary KEY=A,B");
    }
    if (!varies.isEmpty() && files.size() > 1) {
      throw new BadInput("--vary goes with one scenario, and " + files.size() + " were named");
    }
    return varies.isEmpty()
        ? Variant.of(files)
        : Variant.of(files.getFirst(), varies, run.laidOver());
  }

  private Execution.Done run(Ready each, Interrupt interrupt, String place) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    if (!quiet) {
      err.println("headroom: running " + place + ": " + each.variant().label());
      err.flush();
    }
    Execution execution =
        new Execution(run.threads(), out != null, !noReport, List.of(), events, err);
    Extent extent = Extent.of(each.loaded().scenario());
    Terminal terminal = Terminal.ofError();
    try (ProgressLine line =
        new ProgressLine(err, terminal, extent, interrupt::requested, System::nanoTime)) {
      return execution.run(
          each.loaded(), each.folder(), quiet ? (a, b, c) -> !interrupt.requested() : line);
    }
  }

  private void show(RunFolder folder, List<Compared> compared) throws IOException {
    if (compared.isEmpty()) {
      return;
    }
    String text = CompareJson.of(compared, refused);
    folder.write("compare.json", text);
    folder.write("compare.html", ComparePage.of(compared, refused, !noReport));
    PrintWriter screen = spec.commandLine().getOut();
    if (json) {
      screen.print(text);
    } else if (!quiet) {
      screen.print(CompareScreen.of(compared, refused, Terminal.ofOutput()));
      screen.println(
          " results in " + folder.path() + ", to look at: " + folder.file("compare.html"));
    }
    screen.flush();
    spec.commandLine().getErr().flush();
  }
}
