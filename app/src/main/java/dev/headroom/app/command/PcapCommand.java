package dev.headroom.app.command;

import dev.headroom.app.json.CaptureJson;
import dev.headroom.app.option.ReportFile;
import dev.headroom.app.process.ExitCodes;
import dev.headroom.app.process.InterruptHandler;
import dev.headroom.app.progress.FrameProgressLine;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.CaptureScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.model.text.BadInputException;
import dev.headroom.web.report.CapturePage;
import dev.headroom.wire.capture.CaptureException;
import dev.headroom.wire.capture.CaptureReader;
import dev.headroom.wire.explain.CaptureAnalyzer;
import dev.headroom.wire.explain.CaptureReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.zip.ZipException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom pcap}: analysis of a capture of RDMA traffic. */
@Command(
    name = "pcap",
    description =
        "Analyze a capture of RDMA traffic. The result has connections, retransmissions, "
            + "NAKs, ECN marks, and faults with the frames that show them.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  headroom pcap trace.pcapng",
      "  headroom pcap trace.pcap --json",
      "  headroom pcap trace.pcap --html trace.html"
    })
final class PcapCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description =
          "A pcap or pcapng file, optionally compressed with gzip: RoCE, InfiniBand or "
              + "iWARP. It is read as a stream, so it may be larger than memory.")
  private Path file;

  @Option(names = "--html", paramLabel = "FILE", description = "Write a report page.")
  private Optional<Path> html = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    if (Files.isDirectory(file)) {
      throw new BadInputException(file + ": is a directory; expected a pcap or pcapng file");
    }
    PrintWriter out = spec.commandLine().getOut();
    try (InterruptHandler interrupt = InterruptHandler.watch()) {
      CaptureReport explanation = explain(interrupt);
      String name = String.valueOf(file.getFileName());
      if (html.isPresent()) {
        write(html.get(), CapturePage.of(name, CaptureScreen.headline(explanation), explanation));
      }
      out.print(
          json
              ? CaptureJson.of(name, explanation)
              : CaptureScreen.of(name, explanation, Terminal.ofOutput()));
      out.flush();
      if (interrupt.requested()) {
        return ExitCodes.INTERRUPTED;
      }
      return explanation.hasProblems() ? ExitCodes.FINDINGS : ExitCodes.CLEAN;
    }
  }

  private void write(Path page, String text) throws IOException {
    if (Files.isDirectory(page)) {
      throw new BadInputException("--html " + page + ": is a directory; expected a file");
    }
    if (Files.exists(page) && Files.isSameFile(page, file)) {
      throw new BadInputException("--html " + page + ": is the capture itself");
    }
    ReportFile.write(page, text);
  }

  private CaptureReport explain(InterruptHandler interrupt) throws IOException {
    PrintWriter err = spec.commandLine().getErr();
    try (CaptureReader reader = CaptureReader.open(file);
        FrameProgressLine line =
            new FrameProgressLine(
                new StatusLine(err, Terminal.ofError(), System::nanoTime), interrupt::requested)) {
      return CaptureAnalyzer.explain(reader, line);
    } catch (CaptureException | ZipException e) {
      throw new BadInputException(file + ": " + e.getMessage(), e);
    }
  }
}
