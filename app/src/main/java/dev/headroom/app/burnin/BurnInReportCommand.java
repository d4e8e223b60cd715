package dev.headroom.app.burnin;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.prove.report.BurnInJson;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.prove.report.BurnInText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom burnin report}: the report of a run, from its evidence. */
@Command(
    name = "report",
    description =
        "Report a run from its evidence, on one screen and as report.html in its folder. Exits "
            + "with 0 only if it is signed off clean.",
    footerHeading = "%nExamples:%n",
    footer = "  headroom burnin report proof")
final class BurnInReportCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "Folder of a run.")
  private Path folder = Path.of("");

  @Option(names = "--json", description = "Print the report as JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    BurnInReport report = BurnInReport.of(folder);
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? BurnInJson.report(report) : BurnInText.report(report));
    out.flush();
    BurnInFiles.write(report, folder); // the folder may be one that nobody can write to
    return report.isClean() ? ExitCodes.CLEAN : ExitCodes.FINDINGS;
  }
}
