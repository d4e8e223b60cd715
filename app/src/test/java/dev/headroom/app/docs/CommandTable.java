package dev.headroom.app.docs;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Table {@code commands.tsv}: which commands of the docs run in another tier than the fast one, or
 * end with another exit code than 0, and why. Of several rows for one command the first applies.
 */
final class CommandTable {
  /** The tier of a command. */
  enum Tier {
    /** In every build. */
    RUN,
    /** With {@code -Pwhole}: long. */
    WHOLE,
    /** Never here: only its words and files are checked. */
    PARSE
  }

  /** How a command is tested. */
  record Expectation(Tier tier, Set<Integer> exitCodes) {
    static final Expectation DEFAULT = new Expectation(Tier.RUN, Set.of(0));
  }

  /**
   * Row of the table.
   *
   * @param pattern the command, or the page and the command, with {@code *} for any text
   */
  private record Row(String pattern, Pattern regex, Expectation expectation) {
    boolean matches(ShownCommand command) {
      return regex.matcher(command.page() + ": " + command.command()).matches()
          || regex.matcher(command.command().toString()).matches();
    }
  }

  private final List<Row> rows;

  private CommandTable(List<Row> rows) {
    this.rows = rows;
  }

  static CommandTable read() throws IOException {
    return new CommandTable(
        TestFiles.rows("commands.tsv").stream().map(CommandTable::row).toList());
  }

  private static Row row(List<String> cells) {
    if (cells.size() != 3 || cells.getLast().isBlank()) {
      throw new IllegalArgumentException(
          "commands.tsv: " + cells + ": needs three cells: pattern, kind, reason");
    }
    String[] kind = cells.get(1).split(" ");
    Set<Integer> codes =
        kind.length == 1
            ? Set.of(0)
            : Arrays.stream(kind[1].split(",")).map(Integer::valueOf).collect(Collectors.toSet());
    Tier tier = Tier.valueOf(kind[0].toUpperCase(Locale.ROOT));
    String pattern = cells.getFirst();
    String regex =
        Arrays.stream(pattern.split("\\*", -1))
            .map(Pattern::quote)
            .collect(Collectors.joining(".*"));
    return new Row(pattern, Pattern.compile(regex), new Expectation(tier, codes));
  }

  /** What the table says of a command; the default where it says nothing. */
  Expectation expectation(ShownCommand command) {
    return row(command).map(Row::expectation).orElse(Expectation.DEFAULT);
  }

  private Optional<Row> row(ShownCommand command) {
    return rows.stream().filter(each -> each.matches(command)).findFirst();
  }

  /** Patterns that decide about no command. */
  List<String> unused(Collection<ShownCommand> commands) {
    Set<Row> used =
        commands.stream().flatMap(command -> row(command).stream()).collect(Collectors.toSet());
    return rows.stream().filter(row -> !used.contains(row)).map(Row::pattern).toList();
  }
}
