package dev.headroom.app.burnin;

import dev.headroom.app.process.ExitCodes;
import dev.headroom.prove.evidence.EvidenceException;
import dev.headroom.prove.evidence.Signature;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.run.json.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command {@code headroom burnin verify}: whether the evidence of a run holds. */
@Command(
    name = "verify",
    description =
        "Check every record of a run's evidence, every output beside it, the signature, and that "
            + "the verdicts follow from the evidence.",
    footerHeading = "%nExamples:%n",
    footer = "  headroom burnin verify proof")
final class BurnInVerifyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "Folder of a run.")
  private Path folder = Path.of("");

  @Option(
      names = "--hash",
      paramLabel = "HASH",
      description = "The last hash, as somebody noted it.")
  private @Nullable String hash;

  @Option(
      names = "--key",
      paramLabel = "NAME",
      description = "The name of the key that must have signed, as a report shows it.")
  private @Nullable String key;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    try {
      BurnInReport report = BurnInReport.of(folder);
      if (report.chain().torn() > 0) {
        throw new EvidenceException(
            "record %d is incomplete: its last bytes are missing"
                .formatted(report.chain().records() + 1));
      }
      if (hash != null && !hash.equals(report.chain().last())) {
        throw new EvidenceException(
            "the last hash is %s, not the one that was noted".formatted(report.chain().last()));
      }
      if (key != null && !report.signature().map(Signature::keyName).equals(Optional.of(key))) {
        throw new EvidenceException(
            report
                .signature()
                .map(its ->
                    "it is signed with key %s, and not with %s".formatted(its.keyName(), key))
                .orElse("it is not signed"));
      }
      say(true, sentence(report), report.chain().last());
      return ExitCodes.CLEAN;
    } catch (EvidenceException e) {
      say(false, String.valueOf(e.getMessage()), "");
      return ExitCodes.FINDINGS;
    }
  }

  private static String sentence(BurnInReport report) {
    return "%,d records hold, and the verdicts follow from them (%s); %s"
        .formatted(
            report.chain().records(),
            report.headline(),
            report
                .signature()
                .map(Signature::keyName)
                .map(name -> "signed with key " + name)
                .orElse("not signed: records removed at the end show only beside a noted hash"));
  }

  private void say(boolean holds, String sentence, String last) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(
          JsonWriter.indented()
              .object()
              .put("schemaVersion", 1)
              .put("kind", "burnin verify")
              .put("holds", holds)
              .put("what", sentence)
              .put("lastHash", last)
              .endObject());
    } else {
      out.println(" " + (holds ? "" : "does not hold: ") + sentence);
      if (!last.isEmpty()) {
        out.println(" last hash " + last);
      }
    }
    out.flush();
  }
}
