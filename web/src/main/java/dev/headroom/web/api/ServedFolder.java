package dev.headroom.web.api;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Folder that pages may read from. A name that leads out of it, through {@code ..} or a link, names
 * nothing.
 */
public final class ServedFolder {
  private static final int DEEPEST = 4;
  private static final int MOST_FILES = 500;

  private final Path root;

  private ServedFolder(Path root) {
    this.root = root;
  }

  /**
   * That of a path.
   *
   * @throws IOException if it is not there
   */
  public static ServedFolder of(Path path) throws IOException {
    return new ServedFolder(path.toRealPath());
  }

  /** The text of a file; empty where there is none of that name inside the folder. */
  public Optional<String> text(String name) {
    try {
      Path file = root.resolve(name).toRealPath();
      return file.startsWith(root) && Files.isRegularFile(file)
          ? Optional.of(UserFile.text(file, UserFile.MOST_BY_PROGRAM))
          : Optional.empty();
    } catch (InvalidPathException | IOException e) {
      return Optional.empty();
    }
  }

  /** Names of the YAML files in it, with {@code /}, sorted; of very many only some. */
  public List<String> scenarios() {
    try (Stream<Path> files = Files.walk(root, DEEPEST)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml") && Files.isRegularFile(file))
          .limit(MOST_FILES)
          .map(file -> root.relativize(file).toString().replace('\\', '/'))
          .filter(name -> !name.startsWith(".") && !name.contains("/."))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new ApiException(500, "cannot list the folder: " + FailureMessage.of(e));
    }
  }
}
