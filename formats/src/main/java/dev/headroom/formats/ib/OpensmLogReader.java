package dev.headroom.formats.ib;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of the log of OpenSM, the subnet manager. */
public final class OpensmLogReader extends Reader {
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*([A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{6}) \\[([0-9A-F]+)\\] (0x[0-9a-f]+) -> (.*)");

  public OpensmLogReader() {
    super(Kind.of("opensm-log", "messages of the subnet manager", "/var/log/opensm.log"));
  }

  @Override
  protected List<String> clues() {
    return List.of(" -> ");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return document.text(at).contains("->") && LINE.matcher(document.text(at)).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Subject event = new Subject(Thing.EVENT, "0");
    for (Line line : block) {
      Matcher said = LINE.matcher(line.text());
      if (said.matches()) {
        event = new Subject(Thing.EVENT, String.valueOf(line.number()));
        sink.say(line, event, "time", said.group(1));
        sink.say(line, event, "thread", said.group(2));
        sink.say(line, event, "level", said.group(3));
        sink.say(line, event, "opensm", said.group(4));
      } else if (line.indent() >= 16 && !line.isBlank()) {
        sink.say(line, event, "opensm.more", line.text());
      }
    }
  }
}
