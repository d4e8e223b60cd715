package dev.headroom.app.toy.toyos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;

/** A configuration of ToyOS: commands, a line each, below one that names the switch. */
final class ToyOsReader extends FormatReader {
  private static final String TITLE = "toyos switch ";

  ToyOsReader() {
    super(FormatKind.of("toyos", "configuration of a switch: ToyOS", "show toys"));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).startsWith(TITLE);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      String text = line.text().strip();
      if (text.startsWith(TITLE)) {
        sink.add(line, Subject.host(), "hostname", text.substring(TITLE.length()));
      } else if (!text.isEmpty()) {
        sink.add(line, new Subject(SubjectKind.SWITCH_SETTING, "toyos"), "command", text);
      }
    }
  }
}
