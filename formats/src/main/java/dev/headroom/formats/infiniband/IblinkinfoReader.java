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

/** Reader of {@code iblinkinfo}: each node's ports with state, width, speed and the other end. */
public final class IblinkinfoReader extends FormatReader {
  private static final Pattern NODE =
      Pattern.compile("\\s*(CA|Switch|Router|RT): ?(?:(0x[0-9a-fA-F]+) )?(.+):\\s*");
  private static final Pattern LINK =
      Pattern.compile(
          "\\s*(?:(0x[0-9a-fA-F]+)(?: \"(.*?)\")?\\s+)?(\\d+)\\s+(\\d+)\\[..\\] ==\\((.*)\\)==>\\s+(?:(0x[0-9a-fA-F]+)\\s+)?(?:(\\d+)\\s+(\\d+))?\\s*\\[..\\] \"(.*?)\" \\((.*)\\)\\s*");
  private static final Pattern STATE =
      Pattern.compile("(?:\\s*(\\d+)X\\s+([\\d.]+) Gbps)?\\s*(\\w+)\\s*/\\s*(\\w+)\\s*(.*)");

  public IblinkinfoReader() {
    super(FormatKind.of("iblinkinfo", "links of an InfiniBand fabric", "iblinkinfo"));
  }

  @Override
  protected List<String> clues() {
    return List.of("==>", "CA:", "Switch:", "Router:", "RT:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.contains("==>") && LINK.matcher(text).matches())
        || (text.endsWith(":")
            && NODE.matcher(text).matches()
            && document.text(at + 1).contains("==>"));
  }

  @Override
  protected boolean continues(TextLine line) {
    return line.text().contains("==>");
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String name = "unnamed";
    for (TextLine line : block) {
      Matcher node = NODE.matcher(line.text());
      Matcher link = LINK.matcher(line.text());
      if (link.matches()) {
        link(line, own(link, name), link, sink);
      } else if (node.matches()) {
        name = node.group(3);
        Subject subject = new Subject(SubjectKind.NODE, name);
        sink.add(line, subject, "kind", node.group(1));
        if (node.group(2) != null) {
          sink.add(line, subject, "guid", node.group(2));
        }
      }
    }
  }

  /** The node that the line itself names, as {@code iblinkinfo -l} does; else the one above. */
  private static String own(Matcher link, String above) {
    String named = link.group(2) == null ? "" : link.group(2).strip();
    return named.isEmpty() ? above : named;
  }

  /** Says what one line tells of the link at a port of this node, if it is such a line. */
  static void link(TextLine line, String text, String name, FactSink sink) {
    Matcher link = LINK.matcher(text);
    if (link.matches()) {
      link(line, name, link, sink);
    }
  }

  private static void link(TextLine line, String name, Matcher link, FactSink sink) {
    Subject subject = new Subject(SubjectKind.LINK, name + "/" + link.group(4));
    String[] keys = {
      "", "guid", "node", "lid", "", "", "peer.guid", "peer.lid", "peer.port", "peer.name", "note"
    };
    for (int group = 1; group <= 10; group++) {
      if (!keys[group].isEmpty() && link.group(group) != null) {
        sink.add(line, subject, keys[group], link.group(group));
      }
    }
    Matcher state = STATE.matcher(link.group(5));
    if (state.matches()) {
      if (state.group(1) != null) {
        sink.add(line, subject, "width", state.group(1));
        sink.add(line, subject, "lane.gbps", state.group(2));
      }
      sink.add(line, subject, "state", state.group(3));
      sink.add(line, subject, "state.physical", state.group(4));
    }
    sink.add(line, subject, "link", link.group(5));
  }
}
