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
  void shouldTakeANewFolderAndComeBackToIt() throws IOException {
    List<Path> inputs = List.of(file("cluster/gpu1.txt").getParent());
    Path out = folder.resolve("a/better");
    try (ImproveFolder taken = ImproveFolder.take(out, inputs)) {
      taken.write("bundle/x", "old");
    }
    try (ImproveFolder taken = ImproveFolder.take(out, inputs)) {
      assertThat(taken.empty("bundle")).doesNotExist();
    }
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
