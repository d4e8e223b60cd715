package dev.headroom.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Commands of the docs that are not the program's own: of Maven they name modules, profiles and
 * tests that exist, and scripts and other files of the repository are where the docs say.
 */
final class OtherCommandsInDocsTest {
  private static MavenProject maven;

  @BeforeAll
  static void read() throws IOException {
    maven = new MavenProject(DocsPages.ROOT);
  }

  @Test
  void everyMavenCommandNamesWhatExists() throws IOException {
    List<ShownCommand> commands = DocsPages.commands("mvn");
    List<String> problems = new ArrayList<>();
    for (ShownCommand each : commands) {
      maven
          .problems(each.command().arguments())
          .forEach(problem -> problems.add(each + ": " + problem));
    }
    assertThat(problems).isEmpty();
    assertThat(commands)
        .extracting(ShownCommand::page)
        .contains("README.md", "docs/contributing.md");
  }

  @Test
  void wrongMavenCommandsAreFound() throws IOException {
    assertThat(maven.problems(List.of("-Pnone", "verify"))).containsExactly("no profile none");
    assertThat(maven.problems(List.of("-pl", "nothing", "test")))
        .containsExactly("no module nothing");
    assertThat(maven.problems(List.of("-pl", "sim", "test", "-Dtest=CommandsInDocsTest")))
        .containsExactly("no test CommandsInDocsTest in sim");
    assertThat(maven.problems(List.of("verify", "-Dheadroom.nothing=1")))
        .containsExactly("no program reads the property headroom.nothing");
    assertThat(maven.problems(List.of("verfy"))).containsExactly("no phase verfy");
    assertThat(maven.problems(List.of("-pl", "bench", "test", "-Dtest=MutationsTest")))
        .containsExactly("MutationsTest has the tag mutation, and no -P runs it");
    assertThat(maven.problems(List.of("nothing:apply")))
        .containsExactly("no plugin for nothing:apply");
  }

  /** A path counts if it begins with a folder of the repository; what a build leaves does not. */
  @Test
  void everyPathExistsAndEveryScriptCanBeRun() throws IOException {
    List<String> problems = new ArrayList<>();
    int seen = 0;
    for (ShownCommand each : DocsPages.commands()) {
      String path = each.command().program();
      Path file = DocsPages.ROOT.resolve(path);
      int slash = path.indexOf('/');
      if (slash > 0
          && Files.isDirectory(DocsPages.ROOT.resolve(path.substring(0, slash)))
          && path.matches("[\\w./-]+")
          && !path.contains("/target")) {
        seen++;
        if (!Files.exists(file) && !isClass(path) && !CommandModel.isPlaceholder(path)) {
          problems.add(each + ": " + path + " does not exist");
        } else if (Files.isRegularFile(file)
            && MavenProject.isProgram(file)
            && !Files.isExecutable(file)) {
          problems.add(each + ": " + path + " is not executable");
        }
      }
    }
    assertThat(problems).isEmpty();
    assertThat(seen).isGreaterThan(20);
  }

  /** {@code sim/switching/EcnMarker} is a class of a module. */
  private static boolean isClass(String path) {
    String module = path.substring(0, path.indexOf('/'));
    return Files.exists(
        DocsPages.ROOT.resolve(module + "/src/main/java/dev/headroom/" + path + ".java"));
  }
}
