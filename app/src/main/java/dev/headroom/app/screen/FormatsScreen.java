package dev.headroom.app.screen;

import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import java.util.List;

/** The kinds of files that are read, for people. */
public final class FormatsScreen {
  private FormatsScreen() {}

  public static String of(List<Kind> kinds, Terminal terminal) {
    Page page = new Page(terminal);
    page.heading("Read by what is in them, whatever they are called");
    for (Kind kind : kinds) {
      page.sentence(kind.id());
      page.labelled("", kind.what());
      page.labelled("from", kind.command());
    }
    page.heading("Lines of no interest");
    page.paragraph("headroom formats --ignored lists the patterns of lines that are ignored.");
    return page.toString();
  }

  /** Patterns are not broken into lines: people copy them. */
  public static String ofIgnored(List<Kind> kinds, Terminal terminal) {
    Page page = new Page(terminal);
    page.heading("Ignored where nothing was read from them; blank lines are everywhere");
    for (Kind kind : kinds) {
      if (!kind.ignored().isEmpty()) {
        page.sentence(kind.id());
      }
      for (Ignored ignored : kind.ignored()) {
        page.labelled("", ignored.why());
        page.line("   " + ignored.pattern().pattern());
      }
    }
    return page.toString();
  }
}
