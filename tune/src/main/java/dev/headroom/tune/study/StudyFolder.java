package dev.headroom.tune.study;

import dev.headroom.formats.AtomicWriter;
import dev.headroom.formats.FolderLock;
import dev.headroom.model.text.UserFile;
import dev.headroom.tune.search.RunAnswer;
import dev.headroom.tune.search.RunRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Folder of a study.
 *
 * <pre>
 *   study.json      the study, with the scenario and all files that it names
 *   answers.jsonl   a line for each run, appended when it ends
 *   end.txt         after how many answers the time was over; absent if it was not
 *   tune.json       the result
 *   tune.html       the result as a page
 * </pre>
 */
public final class StudyFolder implements AutoCloseable {
  private static final String STUDY = "study.json";
  private static final String END = "end.txt";
  private static final long FORMAT = 2;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .build();

  /**
   * File of a study.
   *
   * @param engine version of the program that made its runs
   */
  private record StudyFile(long format, String engine, Study study) {}

  private final Path path;
  private final FolderLock lock;

  private StudyFolder(Path path, FolderLock lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Whether a folder has a study. */
  public static boolean isOne(Path path) {
    return Files.exists(path.resolve(STUDY));
  }

  /** Whether a folder has a study of several cases, as an advice makes it. */
  public static boolean isOfAdvice(Path path) throws IOException {
    try {
      return read(path).filter(found -> !found.study().cases().isEmpty()).isPresent();
    } catch (StudyException e) {
      return false; // whoever takes the folder says what is wrong with it
    }
  }

  /** Takes a folder for a command that writes there; it is made if need be. */
  public static StudyFolder take(Path path) throws IOException {
    Files.createDirectories(path);
    return new StudyFolder(path, FolderLock.take(path));
  }

  public Path path() {
    return path;
  }

  /** Why the folder is not locked, in a few words; empty if it is. */
  public String problem() {
    return lock.problem();
  }

  /**
   * Begins a study, or continues the same one.
   *
   * @param engine version of the program
   * @throws StudyException if the folder has another study, or runs of another version
   */
  public void begin(Study study, String engine) throws IOException {
    Optional<StudyFile> there = file();
    if (there.isPresent() && !there.get().study().equals(study)) {
      throw new StudyException(
          ("%s: holds another study (%s); set another folder with --out, or delete that one with "
                  + "--replace")
              .formatted(path, String.join("; ", StudyDifferences.of(there.get().study(), study))));
    }
    refuseOtherEngine(there, engine);
    if (there.isEmpty()) {
      AtomicWriter.write(
          path.resolve(STUDY),
          JSON.writerWithDefaultPrettyPrinter()
                  .writeValueAsString(new StudyFile(FORMAT, engine, study))
              + "\n");
    }
  }

  private void refuseOtherEngine(Optional<StudyFile> there, String engine) {
    if (there.isPresent() && !there.get().engine().equals(engine)) {
      throw new StudyException(
          ("%s: its runs are of version %s, and this is %s: they cannot be mixed; start the study "
                  + "again in another folder")
              .formatted(path, there.get().engine(), engine));
    }
  }

  /** The study of this folder; empty if it has none. */
  public Optional<Study> study() throws IOException {
    return file().map(StudyFile::study);
  }

  private Optional<StudyFile> file() throws IOException {
    return read(path);
  }

  private static Optional<StudyFile> read(Path path) throws IOException {
    Path file = path.resolve(STUDY);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      // the word null is JSON, too, and no study
      StudyFile found =
          Optional.ofNullable(
                  JSON.readValue(UserFile.text(file, UserFile.MOST_BY_PROGRAM), StudyFile.class))
              .orElseThrow(() -> new StudyException(damaged(file)));
      if (found.format() != FORMAT) {
        throw new StudyException(
            "%s: format %d, but this version reads format %d"
                .formatted(file, found.format(), FORMAT));
      }
      return Optional.of(found);
    } catch (JacksonException e) {
      throw new StudyException(damaged(file), e);
    }
  }

  private static String damaged(Path file) {
    return file + ": is damaged, or no study; start it again in another folder with --out";
  }

  /**
   * Deletes the study of this folder: the study first, so that no half of it looks like a whole.
   */
  public void delete() throws IOException {
    Files.deleteIfExists(path.resolve(STUDY));
    Files.deleteIfExists(path.resolve(AnswerJournal.NAME));
    clearEnd();
  }

  /** Answers of runs that earlier commands made. */
  public Map<RunRequest, RunAnswer> answers() throws IOException {
    return AnswerJournal.read(path);
  }

  /** The number of answers after which the time was over; empty if it was not. */
  OptionalLong end() throws IOException {
    Path file = path.resolve(END);
    if (!Files.exists(file)) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(UserFile.text(file, UserFile.MOST_BY_PROGRAM).strip()));
    } catch (NumberFormatException e) {
      throw new StudyException(
          file + ": is not a number of answers; continue the search with --resume", e);
    }
  }

  /** Keeps the number of answers after which the time was over. */
  void end(long answers) {
    try {
      AtomicWriter.write(path.resolve(END), answers + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The search goes on. */
  void clearEnd() throws IOException {
    Files.deleteIfExists(path.resolve(END));
  }

  AnswerJournal journal() throws IOException {
    return AnswerJournal.append(path);
  }

  /** Writes a file of the result. */
  public Path write(String name, String text) throws IOException {
    Path file = path.resolve(name);
    AtomicWriter.write(file, text);
    return file;
  }

  @Override
  public void close() {
    lock.close();
  }
}
