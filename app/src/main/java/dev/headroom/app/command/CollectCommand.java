package dev.headroom.app.command;

import dev.headroom.app.fleet.FleetBundles;
import dev.headroom.app.fleet.FleetReport;
import dev.headroom.app.json.CollectJson;
import dev.headroom.app.option.FleetArguments;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.process.VersionProvider;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.CollectScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.collect.allow.AllowList;
import dev.headroom.collect.bundle.BundleFiles;
import dev.headroom.collect.fleet.FleetTarget;
import dev.headroom.collect.machine.CollectedData;
import dev.headroom.collect.machine.CollectionPlan;
import dev.headroom.collect.machine.MachineCollector;
import dev.headroom.collect.machine.MachineView;
import dev.headroom.collect.script.ShellScript;
import dev.headroom.model.knob.SpellingSuggestion;
import dev.headroom.model.text.BadInputException;
import dev.headroom.unit.Time;
import dev.headroom.unit.UnitException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Command {@code headroom collect}: facts of this machine, collected into one archive. */
@Command(
    name = "collect",
    description =
        "Collect the RDMA state of this machine into one archive. It can also print a shell "
            + "script that does this without Java. Only listed files and commands are read; "
            + "nothing is changed.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom collect -o bundle.tar.zst",
      "  headroom collect --dry-run",
      "  headroom collect --print-script > collect.sh",
      "  headroom collect --print-script --sonic > collect-switch.sh",
      "  headroom collect --samples 2 --interval 10s -o rates.tar.zst",
      "  headroom collect --hosts hosts.txt -o bundles"
    })
final class CollectCommand implements Callable<Integer> {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description =
          "The archive, .tar.zst, .tar.gz or .tar; it must not exist yet, and only you can "
              + "read it. Default: headroom-HOST.tar.zst. With --hosts a folder, headroom-bundles.")
  private @Nullable Path out;

  @Option(
      names = "--print-script",
      description =
          "Print a POSIX shell script that creates the same archive, and collect nothing.")
  private boolean printScript;

  @Option(
      names = "--sonic",
      description = "Collect from a switch that runs SONiC instead of a host.")
  private boolean sonic;

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "Read the files of a machine mounted at DIR; no commands run.")
  private @Nullable Path root;

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "1",
      description = "2 reads counters twice, to compute rates. Default: 1.")
  private int samples;

  /** A wait that is longer is announced when it begins. */
  private static final Duration NOTICED_WAIT = Duration.ofSeconds(2);

  @Option(
      names = "--interval",
      paramLabel = "TIME",
      defaultValue = "10s",
      description = "Time between the two samples, at most 1000s. Default: 10s.")
  private String interval = "10s";

  @Option(
      names = "--with-fabric",
      paramLabel = "NAME",
      split = ",",
      description =
          "Also run these commands, which are slow or query the whole fabric: ibnetdiscover, "
              + "iblinkinfo, perfquery, ibdiagnet, show_gids. On a switch: transceivers.")
  private List<String> fabric = List.of();

  @Option(
      names = "--dry-run",
      description = "Print every file and command that would be collected, and collect nothing.")
  private boolean dryRun;

  @Option(
      names = "--anonymize",
      description =
          "Replace host names, addresses, GUIDs and serial numbers by other ones, consistently.")
  private boolean anonymize;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Mixin private FleetArguments fleet = new FleetArguments();

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException, InterruptedException {
    AllowList list = sonic ? AllowList.sonic() : AllowList.host();
    PrintWriter print = spec.commandLine().getOut();
    if (printScript) {
      print.print(ShellScript.of(list, version()));
      return ExitCodes.CLEAN;
    }
    check(list);
    if (fleet.hosts().isPresent()) {
      return fleet(list, print);
    }
    MachineView place = place();
    if (dryRun) {
      CollectionPlan plan = CollectionPlan.of(list, place, named());
      List<String> environment =
          new MachineCollector(list, place, version(), text -> {}).environmentNames();
      print.print(
          json
              ? CollectJson.of(plan, environment)
              : CollectScreen.of(plan, environment, place.user() == 0));
      return ExitCodes.CLEAN;
    }
    if (out != null) {
      check(out);
    }
    try (InterruptHandler interrupt = InterruptHandler.interruptingCaller()) {
      return keep(collect(list, place), place, interrupt);
    }
  }

  private int keep(CollectedData taken, MachineView place, InterruptHandler interrupt)
      throws IOException {
    PrintWriter print = spec.commandLine().getOut();
    CollectedData collected = taken;
    if (anonymize) {
      collected = collected.anonymized();
    }
    Path file =
        Optional.ofNullable(out).orElse(Path.of("headroom-" + collected.host() + ".tar.zst"));
    check(file);
    try {
      BundleFiles.write(file, collected);
    } catch (FileAlreadyExistsException e) {
      throw there(file, e);
    }
    print.print(
        json
            ? CollectJson.of(collected, file, place.user() == 0)
            : CollectScreen.of(
                collected, file, Files.size(file), place.user() == 0, Terminal.ofOutput()));
    return interrupt.requested() ? ExitCodes.INTERRUPTED : ExitCodes.CLEAN;
  }

  /** The same on many machines: a folder of bundles. */
  private int fleet(AllowList list, PrintWriter print) throws IOException, InterruptedException {
    if (root != null || dryRun || anonymize || samples != 1 || !fabric.isEmpty()) {
      throw new BadInputException(
          "--hosts cannot be combined with --root, --dry-run, --anonymize, --samples or "
              + "--with-fabric");
    }
    List<FleetTarget> targets = fleet.targets();
    FleetBundles collected =
        FleetBundles.in(Optional.ofNullable(out).orElse(Path.of("headroom-bundles")));
    try (StatusLine line =
        new StatusLine(spec.commandLine().getErr(), Terminal.ofError(), System::nanoTime)) {
      fleet.collect(
          targets,
          ShellScript.of(list, version()),
          answer -> {
            collected.add(answer);
            if (line.isDue()) {
              line.show(
                  collected.kept().size()
                      + collected.failed().size()
                      + " of "
                      + targets.size()
                      + " machines have answered");
            }
          });
    }
    print.print(json ? FleetReport.json(collected) : FleetReport.text(collected));
    return collected.failed().isEmpty() ? ExitCodes.CLEAN : ExitCodes.FINDINGS;
  }

  private CollectedData collect(AllowList list, MachineView place)
      throws IOException, InterruptedException {
    Duration wait = Duration.ofMillis((long) (pause().seconds() * 1000));
    try (StatusLine line =
        new StatusLine(spec.commandLine().getErr(), Terminal.ofError(), System::nanoTime)) {
      Consumer<String> progress =
          text -> {
            synchronized (line) {
              boolean isLongWait =
                  text.startsWith(MachineCollector.WAITING) && wait.compareTo(NOTICED_WAIT) > 0;
              if (isLongWait || line.isDue()) {
                line.show("collecting: " + text);
              }
            }
          };
      return new MachineCollector(list, place, version(), progress).collect(named(), samples, wait);
    }
  }

  private void check(AllowList list) {
    if (samples != 1 && samples != 2) {
      throw new BadInputException("--samples is " + samples + "; it must be 1 or 2");
    }
    if (pause().seconds() > 1000 || pause().ps() < 0) {
      throw new BadInputException("--interval is " + interval + "; it must be from 0s to 1000s");
    }
    List<String> known = list.fabricNames();
    for (String name : fabric) {
      if (!known.contains(name)) {
        throw new BadInputException(
            "--with-fabric: unknown name '"
                + name
                + "'"
                + SpellingSuggestion.hint(name, known)
                + "; valid names are "
                + String.join(", ", known));
      }
    }
  }

  private static void check(Path file) {
    if (!BundleFiles.isSupported(file)) {
      throw new BadInputException(file + ": the name must end in .tar.zst, .tar.gz, .tgz or .tar");
    }
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
      throw there(file, new FileAlreadyExistsException(file.toString()));
    }
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new BadInputException(file + ": no folder " + folder);
    }
  }

  private static BadInputException there(Path file, IOException cause) {
    return new BadInputException(file + ": already exists; give another name or remove it", cause);
  }

  private Time pause() {
    try {
      return Time.parse(interval);
    } catch (UnitException e) {
      throw new BadInputException("--interval: " + e.getMessage(), e);
    }
  }

  private Set<String> named() {
    return new LinkedHashSet<>(fabric);
  }

  private MachineView place() throws IOException {
    if (root == null) {
      return MachineView.local();
    }
    if (!Files.isDirectory(root)) {
      throw new BadInputException("--root " + root + ": is not a folder");
    }
    return MachineView.mounted(root);
  }

  private static String version() {
    String version = VersionProvider.class.getPackage().getImplementationVersion();
    return version == null ? "0" : version;
  }
}
