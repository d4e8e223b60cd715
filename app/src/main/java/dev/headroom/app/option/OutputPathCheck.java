package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Check of the file or folder that an option names for output, before any work. */
public final class OutputPathCheck {
  private OutputPathCheck() {}

  /**
   * Refuses a file where a folder is needed, also as a part of the path.
   *
   * @throws BadInputException with the option and what would be right
   */
  public static void folder(String option, Path folder) {
    for (Path part = folder.toAbsolutePath(); part != null; part = part.getParent()) {
      if (Files.isDirectory(part)) {
        return;
      }
      if (Files.exists(part)) {
        boolean isWhole = part.equals(folder.toAbsolutePath());
        throw new BadInputException(
            "%s %s: %s is a file, and a folder is needed; name a new or empty folder"
                .formatted(option, folder, isWhole ? "this" : part));
      }
    }
  }

  /**
   * Refuses a folder where a file is needed, and a file that is there.
   *
   * @param isReplaced whether a file that is there may be written over
   * @throws BadInputException with the option and what would be right
   */
  public static void file(String option, Path file, boolean isReplaced) {
    if (Files.isDirectory(file)) {
      throw new BadInputException(
          "%s %s: this is a folder, and a file is needed, such as %s"
              .formatted(option, file, file.resolve("best.yaml")));
    }
    if (Files.isRegularFile(file) && !isReplaced) {
      throw new BadInputException(
          "%s %s: this file exists; name another one, or add --replace".formatted(option, file));
    }
    Path parent = file.toAbsolutePath().getParent();
    if (parent != null) {
      folder(option, parent);
    }
  }
}
