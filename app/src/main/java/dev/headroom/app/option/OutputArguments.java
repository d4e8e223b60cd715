package dev.headroom.app.option;

import dev.headroom.formats.AtomicWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the output file of a converted scenario. */
public final class OutputArguments {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.yaml",
      description = "Output file. Default: standard output.")
  private @Nullable Path file;

  public void write(String text, PrintWriter screen) throws IOException {
    if (file == null) {
      screen.print(text);
    } else {
      AtomicWriter.write(file, text);
    }
  }
}
