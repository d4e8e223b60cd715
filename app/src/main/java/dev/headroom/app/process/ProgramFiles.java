package dev.headroom.app.process;

import java.net.URISyntaxException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;

/**
 * Jar files of the program. Parts of it are read only when they are needed, such as DuckDB for
 * tables, so that a run may end without them when somebody has removed the folder.
 */
final class ProgramFiles {
  /** What JDBC throws where no driver is left. By name: a JDK made by jlink may lack java.sql. */
  private static final String NO_DRIVER = "java.sql.SQLException";

  private ProgramFiles() {}

  /** Where they were, if they are there no more. */
  static Optional<Path> removed() {
    CodeSource source = ProgramFiles.class.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try {
      return removed(Path.of(source.getLocation().toURI()));
    } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
      return Optional.empty(); // no file of this machine's
    }
  }

  static Optional<Path> removed(Path jar) {
    return Files.exists(jar) ? Optional.empty() : Optional.of(jar);
  }

  /** Whether a failure is of the kind that comes of it: a class, or DuckDB, is not found. */
  static boolean explain(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof LinkageError
          || cause instanceof ClassNotFoundException
          || cause.getClass().getName().equals(NO_DRIVER)) {
        return true;
      }
    }
    return false;
  }

  /** What is to be said of it. */
  static String removedMessage(Path jar) {
    return jar
        + ": the program's own files were removed while it ran, so it cannot continue; results "
        + "written before that are kept. Run it again";
  }
}
