package dev.headroom.formats.infiniband;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of the log of OpenSM, the subnet manager. */
public final class OpensmLogReader extends FormatReader {
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*([A-Z][a-z]{2} [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{6}) \\[([0-9A-F]+)\\] (0x[0-9a-f]+) -> (.*)");

  public OpensmLogReader() {
    super(FormatKind.of("opensm-log", "messages of the subnet manager", "/var/log/opensm.log"));
  }

  @Override
  protected List<String> clues() {
    return List.of(" -> ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).contains("->") && LINE.matcher(document.text(at)).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject event = new Subject(SubjectKind.EVENT, "0");
    for (TextLine line : block) {
      Matcher said = LINE.matcher(line.text());
      if (said.matches()) {
        event = new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
        sink.add(line, event, "time", said.group(1));
        sink.add(line, event, "thread", said.group(2));
        sink.add(line, event, "level", said.group(3));
        sink.add(line, event, "opensm", said.group(4));
      } else if (line.indent() >= 16 && !line.isBlank()) {
        sink.add(line, event, "opensm.more", line.text());
      }
    }
  }
}
