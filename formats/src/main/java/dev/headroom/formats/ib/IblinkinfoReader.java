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

/** Reader of {@code iblinkinfo}: each node's ports with state, width, speed and the other end. */
public final class IblinkinfoReader extends Reader {
  private static final Pattern NODE =
      Pattern.compile("\\s*(CA|Switch|Router|RT): ?(?:(0x[0-9a-fA-F]+) )?(.+):\\s*");
  private static final Pattern LINK =
      Pattern.compile(
          "\\s*(?:(0x[0-9a-fA-F]+)(?: \"(.*?)\")?\\s+)?(\\d+)\\s+(\\d+)\\[..\\] ==\\((.*)\\)==>\\s+(?:(0x[0-9a-fA-F]+)\\s+)?(?:(\\d+)\\s+(\\d+))?\\s*\\[..\\] \"(.*?)\" \\((.*)\\)\\s*");
  private static final Pattern STATE =
      Pattern.compile("(?:\\s*(\\d+)X\\s+([\\d.]+) Gbps)?\\s*(\\w+)\\s*/\\s*(\\w+)\\s*(.*)");

  public IblinkinfoReader() {
    super(Kind.of("iblinkinfo", "links of an InfiniBand fabric", "iblinkinfo"));
  }

  @Override
  protected List<String> clues() {
    return List.of("==>", "CA:", "Switch:", "Router:", "RT:");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return (text.contains("==>") && LINK.matcher(text).matches())
        || (text.endsWith(":")
            && NODE.matcher(text).matches()
            && document.text(at + 1).contains("==>"));
  }

  @Override
  protected boolean continues(Line line) {
    return line.text().contains("==>");
  }

  @Override
  protected void read(Block block, FactSink sink) {
    String name = "unnamed";
    for (Line line : block) {
      Matcher node = NODE.matcher(line.text());
      Matcher link = LINK.matcher(line.text());
      if (link.matches()) {
        link(line, name, link, sink);
      } else if (node.matches()) {
        name = node.group(3);
        Subject subject = new Subject(Thing.NODE, name);
        sink.say(line, subject, "kind", node.group(1));
        if (node.group(2) != null) {
          sink.say(line, subject, "guid", node.group(2));
        }
      }
    }
  }

  /** Says what one line tells of the link at a port of this node, if it is such a line. */
  static void link(Line line, String text, String name, FactSink sink) {
    Matcher link = LINK.matcher(text);
    if (link.matches()) {
      link(line, name, link, sink);
    }
  }

  private static void link(Line line, String name, Matcher link, FactSink sink) {
    Subject subject = new Subject(Thing.LINK, name + "/" + link.group(4));
    String[] keys = {
      "", "guid", "node", "lid", "", "", "peer.guid", "peer.lid", "peer.port", "peer.name", "note"
    };
    for (int group = 1; group <= 10; group++) {
      if (!keys[group].isEmpty() && link.group(group) != null) {
        sink.say(line, subject, keys[group], link.group(group));
      }
    }
    Matcher state = STATE.matcher(link.group(5));
    if (state.matches()) {
      if (state.group(1) != null) {
        sink.say(line, subject, "width", state.group(1));
        sink.say(line, subject, "lane.gbps", state.group(2));
      }
      sink.say(line, subject, "state", state.group(3));
      sink.say(line, subject, "state.physical", state.group(4));
    }
    sink.say(line, subject, "link", link.group(5));
  }
}
