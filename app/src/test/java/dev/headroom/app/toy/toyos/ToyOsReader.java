package dev.headroom.app.toy.toyos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;

/** A configuration of ToyOS: commands, a line each, below one that names the switch. */
final class ToyOsReader extends Reader {
  private static final String TITLE = "toyos switch ";

  ToyOsReader() {
    super(Kind.of("toyos", "configuration of a switch: ToyOS", "show toys"));
  }

  @Override
  protected boolean starts(Document document, int at) {
    return document.text(at).startsWith(TITLE);
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      String text = line.text().strip();
      if (text.startsWith(TITLE)) {
        sink.say(line, Subject.host(), "hostname", text.substring(TITLE.length()));
      } else if (!text.isEmpty()) {
        sink.say(line, new Subject(Thing.SWITCH_SETTING, "toyos"), "command", text);
      }
    }
  }
}
