package dev.headroom.app.screen;

import dev.headroom.run.example.Example;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Examples on a terminal: a table for each folder, with path and first sentence. */
public final class ExamplesScreen {
  private static final int COLUMNS = 80;

  /** Left of the table, between its columns, and the one at the end that stays free. */
  private static final int AROUND = 4;

  private ExamplesScreen() {}

  public static String of(List<Example> examples, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    Map<String, List<Example>> folders =
        examples.stream()
            .collect(Collectors.groupingBy(Example::folder, TreeMap::new, Collectors.toList()));
    folders.forEach((folder, files) -> {
      page.heading(folder.isEmpty() ? "Scenarios" : folder);
      page.table(table(files));
    });
    page.paragraph("headroom examples --copy FOLDER copies them.");
    return page.toString();
  }

  private static AlignedTable table(List<Example> files) {
    AlignedTable table = new AlignedTable(2, "file", "example");
    int longest = files.stream().mapToInt(file -> file.path().length()).max().orElse(0);
    for (Example file : files) {
      String name = file.path();
      for (String part : TerminalPage.wrapped(file.sentence(), COLUMNS - AROUND - longest)) {
        table.row(name, part);
        name = "";
      }
    }
    return table;
  }
}
