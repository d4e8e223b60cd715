package dev.headroom.tune.engine;

import dev.headroom.model.text.NamedOutput;
import dev.headroom.model.text.UserFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Notes of a process about the trials that it begins and ends, a line each. They outlive a crash.
 *
 * <pre>
 *   begin 17
 *   alone 17    as the only trial of the process
 *   end 17
 * </pre>
 */
final class AttemptLog implements AutoCloseable {
  private static final String SUFFIX = ".attempts";
  private static final int MOST_TRIES = 1_000;

  private final Path folder;
  private final OutputStream out;

  /**
   * What processes that crashed have left.
   *
   * @param suspects trials that had begun and not ended
   * @param causes those of them that ran alone
   */
  record Left(Set<Long> suspects, Set<Long> causes) {}

  private AttemptLog(Path folder, OutputStream out) {
    this.folder = folder;
    this.out = out;
  }

  static AttemptLog create(Path folder) throws IOException {
    for (int number = 0; ; number++) {
      Path file = folder.resolve(number + SUFFIX);
      if (!Files.exists(file)) {
        try {
          Files.createDirectories(folder);
          return new AttemptLog(folder, NamedOutput.open(file, file));
        } catch (NoSuchFileException e) {
          if (number == MOST_TRIES) { // others remove the folder above it when theirs was the last
            throw e;
          }
        }
      }
    }
  }

  synchronized void begun(long trial, boolean isAlone) throws IOException {
    write((isAlone ? "alone " : "begin ") + trial);
  }

  synchronized void ended(long trial) throws IOException {
    write("end " + trial);
  }

  private void write(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  static Left left(Path folder) throws IOException {
    Set<Long> suspects = new HashSet<>();
    Set<Long> causes = new HashSet<>();
    for (Path file : files(folder)) {
      Set<Long> begun = new HashSet<>();
      Set<Long> alone = new HashSet<>();
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(UserFile.open(file), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          String[] words = line.split(" ", -1);
          if (words.length == 2 && words[1].matches("[0-9]{1,18}")) {
            long trial = Long.parseLong(words[1]);
            switch (words[0]) {
              case "begin" -> begun.add(trial);
              case "alone" -> alone.add(trial);
              case "end" -> {
                begun.remove(trial);
                alone.remove(trial);
              }
              default -> {}
            }
          }
        }
      }
      suspects.addAll(begun);
      suspects.addAll(alone);
      causes.addAll(alone);
    }
    return new Left(suspects, causes);
  }

  /** Deletes the notes of all processes. */
  static void delete(Path folder) throws IOException {
    for (Path file : files(folder)) {
      Files.deleteIfExists(file);
    }
    deleteIfEmpty(folder);
    Optional<Path> parent = Optional.ofNullable(folder.getParent());
    if (parent.isPresent()) {
      deleteIfEmpty(parent.get());
    }
  }

  private static void deleteIfEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      return; // another process has notes there
    }
  }

  private static List<Path> files(Path folder) throws IOException {
    List<Path> found = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
        all.forEach(found::add);
      }
    }
    return found;
  }

  @Override
  public void close() throws IOException {
    out.close();
    delete(folder);
  }
}
