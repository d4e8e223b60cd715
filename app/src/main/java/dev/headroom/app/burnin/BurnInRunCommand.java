package dev.headroom.app.burnin;

import dev.headroom.app.option.OutputName;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.text.BadInputException;
import dev.headroom.prove.evidence.Signature;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.rehearse.Rehearsal;
import dev.headroom.prove.report.BurnInJson;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.prove.report.BurnInText;
import dev.headroom.prove.run.BurnInRun;
import dev.headroom.prove.run.SliceRunner;
import dev.headroom.prove.verdict.RunVerdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom burnin run}: a plan run to its end, or on from where it was cut off. */
@Command(
    name = "run",
    description =
        "Run a plan, slice by slice, and write evidence and report into a folder. Where the folder "
            + "has a part of the same run, go on from there.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom burnin run examples/burnin/rack.yaml --rehearse --out proof",
      "  headroom burnin run plan.yaml --out proof --sign-key ~/burnin.key"
    })
final class BurnInRunCommand implements Callable<Integer> {
  @Parameters(paramLabel = "PLAN", description = "The plan, YAML.")
  private Path file = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of evidence and report. Default: headroom-out/NAME-burnin.")
  private @Nullable Path asked;

  @Option(
      names = "--rehearse",
      description = "Play the plan on the simulated fabric of its rehearsal, in virtual time.")
  private boolean rehearse;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Seed of the rehearsal. Default: that of the plan.")
  private @Nullable Long seed;

  @Option(
      names = "--sign-key",
      paramLabel = "FILE",
      description =
          "Sign the last hash with this Ed25519 key (PKCS#8); it is made, with mode 0600, if there "
              + "is none.")
  private @Nullable Path key;

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    BurnInPlan read = PlanSource.read(file);
    if (seed != null && !rehearse) {
      throw new BadInputException("--seed: it goes with --rehearse");
    }
    BurnInPlan plan = seed == null ? read : read.withSeed(seed);
    Path out = folder();
    if (Files.exists(out) && !Files.isDirectory(out)) {
      throw new BadInputException("--out " + out + ": is a file; a folder is needed");
    }
    if (key != null) {
      Signature.checkKey(key);
    }
    PrintWriter err = spec.commandLine().getErr();
    Optional<RunVerdict> verdict;
    try (InterruptHandler interrupt = InterruptHandler.watch();
        BurnInProgressLine progress =
            new BurnInProgressLine(
                new StatusLine(err, Terminal.ofError(), System::nanoTime),
                err,
                interrupt::requested);
        SliceRunner runner = runner(plan)) {
      verdict = BurnInRun.run(plan, out, runner, progress);
    }
    if (verdict.isEmpty()) {
      err.println("headroom: interrupted; the same command goes on from the evidence in " + out);
      return ExitCodes.INTERRUPTED;
    }
    return report(out);
  }

  private Path folder() {
    if (asked != null) {
      return asked;
    }
    Path name = OutputName.of(file);
    return name.resolveSibling(name.getFileName() + "-burnin");
  }

  private SliceRunner runner(BurnInPlan plan) {
    return rehearse ? Rehearsal.of(plan) : HostRunners.of(plan);
  }

  private int report(Path out) throws IOException {
    if (key != null) {
      Signature.of(BurnInReport.of(out).chain().last(), key).write(out);
    }
    BurnInReport report = BurnInReport.of(out);
    BurnInFiles.write(report, out);
    PrintWriter screen = spec.commandLine().getOut();
    screen.print(json ? BurnInJson.report(report) : BurnInText.report(report));
    if (!json) {
      screen.printf(" open %s%n", out.resolve(BurnInFiles.PAGE));
    }
    screen.flush();
    return report.isClean() ? ExitCodes.CLEAN : ExitCodes.FINDINGS;
  }
}
