package dev.headroom.app.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * docs/commands.md shows every command of the program in a block of code, and the docs name only
 * options that exist.
 */
final class CommandsPageTest {
  private static final String PAGE = "docs/commands.md";
  private static final Pattern OPTION = Pattern.compile("`(--?[A-Za-z][\\w-]*)");

  private final CommandModel model = new CommandModel();

  @Test
  void everyCommandIsShown() throws IOException {
    List<String> shown =
        DocsPages.commands("headroom").stream()
            .filter(each -> each.page().equals(PAGE) && each.form() == ShownCommand.Form.BLOCK)
            .map(each -> String.join(" ", each.command().arguments()) + " ")
            .toList();
    assertThat(model.commands())
        .filteredOn(command -> shown.stream().noneMatch(each -> each.startsWith(command + " ")))
        .isEmpty();
  }

  /** The first cells of the tables of a section name options of its command. */
  @Test
  void everyOptionOfATableIsOfTheCommandOfItsSection() throws IOException {
    String[] sections = Files.readString(DocsPages.ROOT.resolve(PAGE)).split("(?m)^## ");
    List<String> wrong = new ArrayList<>();
    int seen = 0;
    for (String section : sections) {
      String command = section.lines().findFirst().orElse("");
      if (!model.commands().contains(command)) {
        continue;
      }
      Set<String> options = model.options(command);
      boolean inTable = false;
      for (String line : section.lines().toList()) {
        inTable = line.startsWith("| option |") || (inTable && line.startsWith("|"));
        if (inTable) {
          String cell = line.split("(?<!\\\\)\\|")[1];
          for (MatchResult option : OPTION.matcher(cell).results().toList()) {
            seen++;
            if (!options.contains(option.group(1))) {
              wrong.add(command + ": " + option.group(1));
            }
          }
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(seen).isGreaterThan(40);
  }

  /** Options of other programs are listed in {@code options.tsv}. */
  @Test
  void everyOptionExists() throws IOException {
    Set<String> options = model.options("");
    Map<String, String> unknown = new TreeMap<>();
    for (Path page : DocsPages.pages()) {
      for (MatchResult option : OPTION.matcher(Files.readString(page)).results().toList()) {
        if (option.group(1).startsWith("--") && !options.contains(option.group(1))) {
          unknown.put(option.group(1), DocsPages.ROOT.relativize(page).toString());
        }
      }
    }
    List<String> others = TestFiles.rows("options.tsv").stream().map(List::getFirst).toList();
    assertThat(unknown.keySet()).as(unknown.toString()).isSubsetOf(others);
    assertThat(others).doesNotContainAnyElementsOf(options);
  }
}
