package dev.headroom.web.api;

import dev.headroom.model.text.FailureMessage;
import dev.headroom.model.text.UserFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
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

  /** A folder inside this one, or this one itself for a dot. */
  public Optional<Path> folder(String name) {
    try {
      Path folder = root.resolve(name).toRealPath();
      return folder.startsWith(root) && Files.isDirectory(folder)
          ? Optional.of(folder)
          : Optional.empty();
    } catch (InvalidPathException | IOException e) {
      return Optional.empty();
    }
  }

  /** Names of folders that hold something, with {@code /}, sorted; of very many only some. */
  public List<String> folders(Predicate<Path> wanted) {
    try (Stream<Path> all = Files.walk(root, DEEPEST)) {
      return all.filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
          .filter(folder -> !root.relativize(folder).toString().matches("(.*[/\\\\])?\\..+"))
          .filter(wanted)
          .limit(MOST_FILES)
          .map(folder -> folder.equals(root) ? "." : name(folder))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new ApiException(500, "cannot list the folder: " + FailureMessage.of(e));
    }
  }

  private String name(Path path) {
    return root.relativize(path).toString().replace('\\', '/');
  }

  /** Names of the YAML files in it, with {@code /}, sorted; of very many only some. */
  public List<String> scenarios() {
    try (Stream<Path> files = Files.walk(root, DEEPEST)) {
      return files
          .filter(file -> file.toString().endsWith(".yaml") && Files.isRegularFile(file))
          .limit(MOST_FILES)
          .map(this::name)
          .filter(name -> !name.startsWith(".") && !name.contains("/."))
          .sorted()
          .toList();
    } catch (IOException | UncheckedIOException e) {
      throw new ApiException(500, "cannot list the folder: " + FailureMessage.of(e));
    }
  }
}
