package dev.headroom.app.burnin;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.prove.report.BurnInJson;
import dev.headroom.prove.report.BurnInReport;
import dev.headroom.web.report.BurnInPage;
import java.io.IOException;
import java.nio.file.Path;

/** Files of a report, beside the evidence that they are made from. */
final class BurnInFiles {
  static final String PAGE = "report.html";

  private BurnInFiles() {}

  static void write(BurnInReport report, Path folder) throws IOException {
    AtomicWriter.write(folder.resolve(PAGE), BurnInPage.of(report));
    AtomicWriter.write(folder.resolve("report.json"), BurnInJson.report(report));
  }
}
