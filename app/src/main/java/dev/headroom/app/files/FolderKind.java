package dev.headroom.app.files;

import dev.headroom.model.text.BadInputException;
import dev.headroom.tune.study.StudyFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a folder with many runs, or with what came of them, was written by. */
public enum FolderKind {
  IMPROVEMENT(
      "an improvement (headroom improve)", "improve.json", "inputs.txt and audit-before.html"),
  PLAN("a plan for devices (headroom emit)", "plan.md and plan.json"),
  ADVICE("an advice (headroom advise)", "advice.json"),
  SEARCH("a search (headroom tune)", "study.json", "tune.json"),
  SWEEP("a sweep (headroom sweep)", "plan.json");

  private static final String AND = " and ";

  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // only ever a list that cannot change
  private final List<String> marks;

  /** Kind of folders that have one of these files, or several together. */
  FolderKind(String words, String... marks) {
    this.words = words;
    this.marks = List.of(marks);
  }

  private boolean is(Path folder) {
    return marks.stream()
        .anyMatch(
            files -> Stream.of(files.split(AND)).map(folder::resolve).allMatch(Files::exists));
  }

  /** The kind of a folder; empty if it is none of these. */
  static Optional<FolderKind> of(Path folder) throws IOException {
    Optional<FolderKind> found = Stream.of(values()).filter(kind -> kind.is(folder)).findFirst();
    // an advice that was killed has only the search of its own
    return found.isPresent() && found.get() == SEARCH && StudyFolder.isOfAdvice(folder)
        ? Optional.of(ADVICE)
        : found;
  }

  /**
   * Refuses a folder of another kind, whose files would be mixed with those of this one.
   *
   * @throws BadInputException if it is one; the message names what the folder holds
   */
  public void refuseOthers(Path folder) throws IOException {
    Optional<FolderKind> there = of(folder);
    if (there.isPresent() && there.get() != this) {
      throw new BadInputException(
          "--out %s: holds %s; name a new or empty folder".formatted(folder, there.get().words));
    }
  }
}
