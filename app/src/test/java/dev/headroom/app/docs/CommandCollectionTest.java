package dev.headroom.app.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.headroom.app.docs.ShownCommand.Form;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands are found in all forms that the docs use, and their words are checked. */
final class CommandCollectionTest {
  private final CommandModel model = new CommandModel();

  @TempDir private Path folder;

  @Test
  void aLineIsReadAsAShellReadsIt() {
    assertThat(ShellCommand.of("$X=1"))
        .singleElement()
        .extracting(ShellCommand::program)
        .isEqualTo("$X=1");
    assertThat(ShellCommand.of("A=1 sudo ./headroom pcap f --json 2>&1 | jq '.a | .b' > c.txt # d"))
        .extracting(ShellCommand::toString)
        .containsExactly("headroom pcap f --json", "jq '.a | .b' > c.txt");
    assertThat(ShellCommand.of("headroom sim - < S.yaml && headroom sim \"a b\" --set 'x<1'"))
        .extracting(ShellCommand::words)
        .containsExactly(
            List.of("headroom", "sim", "-"), List.of("headroom", "sim", "a b", "--set", "x<1"));
    assertThat(ShellCommand.of("headroom sim - < S.yaml").getFirst().hasInput()).isTrue();
    assertThat(ShellCommand.of("cat S.yaml | headroom sim -").getLast().hasInput()).isTrue();
  }

  @Test
  void aPageShowsCommandsInBlocksSentencesAndCells() {
    List<ShownCommand> commands =
        MarkdownCommands.of(
            "page.md",
            List.of(
                "The headroom of a port, `headroom audit",
                "--json`, and more.",
                "",
                "| a | `headroom sim \\| head` |",
                "```",
                "$ headroom sim a.yaml \\",
                "    --quiet   # a comment",
                "```",
                "```java",
                "headroom no command",
                "```",
                "    headroom knobs"));
    assertThat(commands)
        .extracting(each -> each.form() + " " + each)
        .containsExactly(
            "TEXT page.md:1: headroom audit --json",
            "TEXT page.md:4: headroom sim",
            "TEXT page.md:4: head",
            "BLOCK page.md:6: headroom sim a.yaml --quiet",
            "BLOCK page.md:12: headroom knobs");
  }

  @Test
  void aCommentShowsWholeCommandsAndNamesOthers() {
    List<ShownCommand> commands =
        CommentCommands.of(
            "example.yaml",
            List.of(
                "# The headroom of a port. headroom audit --price runs this.",
                "#   ./headroom sim a.yaml --set b=c",
                "# To compare: headroom compare a.yaml --vary b=c,d",
                "name: headroom sim x"),
            List.of("audit", "sim", "compare"));
    assertThat(commands)
        .extracting(ShownCommand::form, ShownCommand::toString)
        .containsExactly(
            tuple(Form.PROSE, "example.yaml:1: headroom audit --price"),
            tuple(Form.BLOCK, "example.yaml:2: headroom sim a.yaml --set b=c"),
            tuple(Form.BLOCK, "example.yaml:3: headroom compare a.yaml --vary b=c,d"));
  }

  @Test
  void wrongWordsAreFound() throws Exception {
    CommandCheck check = new CommandCheck(model, new DocsWorkspace(folder));
    assertThat(problems(check, Form.TEXT, "headroom simm"))
        .containsExactly("headroom has no command simm");
    assertThat(problems(check, Form.TEXT, "headroom audit --jsn"))
        .containsExactly("headroom audit has no option --jsn");
    assertThat(problems(check, Form.TEXT, "headroom calc pci --gen 5"))
        .containsExactly("headroom calc has no command pci");
    assertThat(problems(check, Form.BLOCK, "headroom sim examples/none.yaml"))
        .containsExactly("examples/none.yaml does not exist");
    assertThat(problems(check, Form.BLOCK, "headroom show examples/pair.yaml"))
        .containsExactly("an argument is missing");
    assertThat(problems(check, Form.TEXT, "headroom latency --switches many"))
        .singleElement()
        .asString()
        .contains("'many'");
    assertThat(problems(check, Form.TEXT, "headroom show --as")).isEmpty();
    assertThat(problems(check, Form.TEXT, "headroom sim FILE --seed N")).isEmpty();
    assertThat(
            ScenarioCheck.problem(
                shown(Form.BLOCK, "headroom sim examples/pair.yaml --set fabric.nothing=1")))
        .hasValueSatisfying(problem -> assertThat(problem).contains("fabric.nothing"));
  }

  private static List<String> problems(CommandCheck check, Form form, String line) {
    ShownCommand shown = shown(form, line);
    return check.problems(shown).stream()
        .map(problem -> problem.substring((shown + ": ").length()))
        .toList();
  }

  private static ShownCommand shown(Form form, String line) {
    return new ShownCommand("page.md", 1, form, ShellCommand.of(line).getFirst());
  }
}
