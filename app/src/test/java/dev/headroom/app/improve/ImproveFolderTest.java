package dev.headroom.app.improve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.model.text.BadInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folders that an improvement takes, and those in which it would delete what is not its own. */
final class ImproveFolderTest {
  @TempDir private Path folder;

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, "mine");
  }

  @Test
  void shouldTakeANewFolderAndReplaceItsBundle() throws IOException {
    List<Path> inputs = List.of(file("cluster/gpu1.txt").resolveSibling(""));
    Path out = folder.resolve("a/better");
    bundle(out, inputs, "old");
    bundle(out, inputs, "new");
    assertThat(out.resolve("bundle/old")).doesNotExist();
    assertThat(out.resolve("bundle/new")).hasContent("text");
  }

  private static void bundle(Path out, List<Path> inputs, String name) throws IOException {
    try (ImproveFolder taken = ImproveFolder.take(out, inputs)) {
      Path draft = Files.createDirectories(taken.newBundle());
      Files.writeString(draft.resolve(name), "text");
      assertThat(taken.commitBundle().resolve(name)).exists();
    }
  }

  @Test
  void shouldKeepWhatTheUserWroteIntoTheBundle() throws IOException {
    List<Path> inputs = List.of(file("cluster/gpu1.txt").resolveSibling(""));
    Path out = folder.resolve("better");
    bundle(out, inputs, "gpu1.txt");

    Files.writeString(out.resolve("bundle/notes"), "mine");
    refuses(out, inputs.getFirst(), "are of somebody else: notes");
    Files.delete(out.resolve("bundle/notes"));
    Files.writeString(out.resolve("bundle/gpu1.txt"), "mine");
    refuses(out, inputs.getFirst(), "were edited: gpu1.txt");
    assertThat(out.resolve("bundle/gpu1.txt")).hasContent("mine");
  }

  /** A command that was killed leaves a half of a bundle, or none, and the next one goes on. */
  @Test
  void shouldGoOnAfterAKill() throws IOException {
    List<Path> inputs = List.of(file("cluster/gpu1.txt").resolveSibling(""));
    Path out = folder.resolve("better");
    bundle(out, inputs, "old");
    Files.createDirectories(out.resolve(".bundle.part/half"));
    Files.delete(out.resolve("bundle/old"));
    bundle(out, inputs, "new");
    assertThat(out.resolve("bundle")).isDirectoryContaining("glob:**/new");
    assertThat(out.resolve(".bundle.part")).doesNotExist();
  }

  /** A page beside another plan would tell of what is no longer there. */
  @Test
  void shouldDropThePageBeforeThePlanChanges() throws IOException {
    List<Path> inputs = List.of(file("cluster/gpu1.txt").resolveSibling(""));
    Path out = folder.resolve("better");
    try (ImproveFolder taken = ImproveFolder.take(out, inputs)) {
      taken.write("improve.html", "old");
      taken.write("audit-before.html", "kept");
      taken.dropResults();
    }
    assertThat(out.resolve("improve.html")).doesNotExist();
    assertThat(out.resolve("audit-before.html")).exists();
  }

  @Test
  void shouldRefuseAFolderThatHasAnInput() throws IOException {
    Path kept = file("work/bundle/gpu1.txt");
    Path input = folder.resolve("work/bundle");
    refuses(folder.resolve("work"), input, "the input", "lies there");
    refuses(input, input, "lies there");
    refuses(input.resolve("better"), input, "it lies in the input");
    assertThat(kept).hasContent("mine");
  }

  @Test
  void shouldRefuseAFolderOfSomethingElse() throws IOException {
    Path kept = file("results/plan/plan.md");
    file("cluster/gpu1.txt");
    Path input = folder.resolve("cluster");
    refuses(folder.resolve("results"), input, "has files of something else");
    refuses(kept, input, "is no folder");
    assertThat(kept).hasContent("mine");
  }

  @Test
  void shouldRefuseTheFolderOfOtherInputs() throws IOException {
    Path out = folder.resolve("better");
    file("one/gpu1.txt");
    file("two/gpu1.txt");
    ImproveFolder.take(out, List.of(folder.resolve("one"))).close();
    refuses(out, folder.resolve("two"), "has the improvement of other inputs");
  }

  private static void refuses(Path out, Path input, String... words) {
    assertThatThrownBy(() -> ImproveFolder.take(out, List.of(input)).close())
        .isInstanceOf(BadInputException.class)
        .hasMessageContainingAll(words);
  }
}
