package dev.headroom.app.option;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the folder of a command with many runs, which can be resumed. */
public final class FolderArguments {
  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder for all runs. Default: headroom-out/NAME-${COMMAND-NAME}.")
  private @Nullable Path out;

  @Option(
      names = "--resume",
      description = "Run what a folder lacks, such as after Ctrl-C or a failure of the machine.")
  private boolean resume;

  @Option(names = "--replace", description = "Delete what --out has, whatever it was made of.")
  private boolean replace;

  /** Whether a new folder is meant: one by name, or a cleared one. */
  public boolean isOfNewFolder() {
    return hasOut() || replace;
  }

  /** Whether a folder is named. */
  public boolean hasOut() {
    return out != null;
  }

  public boolean resume() {
    return resume;
  }

  public boolean replace() {
    return replace;
  }

  /**
   * The folder, which is no file.
   *
   * @param input whose name the default has
   * @param command its name
   * @throws dev.headroom.app.process.BadInputException if it is a file
   */
  public Path out(Path input, String command) {
    Path name = OutputName.of(input);
    Path folder = out == null ? name.resolveSibling(name.getFileName() + "-" + command) : out;
    OutputPathCheck.folder("--out", folder);
    return folder;
  }
}
