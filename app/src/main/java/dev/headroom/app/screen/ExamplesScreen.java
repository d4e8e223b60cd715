package dev.headroom.app.screen;

import dev.headroom.app.example.Example;
import java.util.List;

/** Examples on a terminal: path and first sentence, those of a folder together. */
public final class ExamplesScreen {
  private ExamplesScreen() {}

  public static String of(List<Example> examples, Terminal terminal) {
    TerminalPage page = new TerminalPage(terminal);
    String folder = null;
    for (Example example : examples) {
      if (!example.folder().equals(folder)) {
        folder = example.folder();
        page.heading(folder.isEmpty() ? "Scenarios" : folder);
      }
      page.sentence(example.path());
      if (!example.sentence().isEmpty()) {
        page.paragraph("  " + example.sentence());
      }
    }
    page.paragraph("headroom examples --copy FOLDER copies them.");
    return page.toString();
  }
}
