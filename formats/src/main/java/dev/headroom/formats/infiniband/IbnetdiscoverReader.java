package dev.headroom.formats.infiniband;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code ibnetdiscover}: a paragraph for each node, or with {@code -p} a line for each
 * port.
 */
public final class IbnetdiscoverReader extends FormatReader {
  private static final Pattern ATTRIBUTE =
      Pattern.compile(
          "\\s*(vendid|devid|sysimgguid|switchguid|caguid|rtguid)=(0x[0-9a-fA-F]+)(?:\\(([0-9a-fA-F]+)\\))?\\s*");
  private static final Pattern NODE =
      Pattern.compile(
          "\\s*(Switch|Ca|Rt)\\s+(\\d+)\\s+\"([SHR])-([0-9a-fA-F]{4,20})\"\\s*#\\s*\"(.*?)\"\\s*(.*)");
  private static final Pattern PORT =
      Pattern.compile(
          "\\s*\\[(\\d+)\\](?:\\(([0-9a-fA-F]+)\\))?\\s*\"([SHR])-([0-9a-fA-F]{4,20})\"\\[(\\d+)\\](?:\\(([0-9a-fA-F]+)\\))?\\s*(?:#\\s*(.*))?");
  private static final Pattern NAME = Pattern.compile("(?:lid \\d+ lmc \\d+ )?\"(.*?)\"\\s*(.*)");
  private static final Pattern LINE =
      Pattern.compile(
          "\\s*(CA|SW|RT)\\s+(\\d+)\\s+(\\d+) (0x[0-9a-fA-F]+) (\\d+x) (\\S+)\\s+(?:- (CA|SW|RT)\\s+(\\d+)\\s+(\\d+) (0x[0-9a-fA-F]+) )?\\s*(?:\\( )?('.*)");
  private static final Pattern COMMENT =
      Pattern.compile("# (Topology file|Initiated from|Faked topology|Max of|Port of)(.*)");

  public IbnetdiscoverReader() {
    super(
        FormatKind.of(
            "ibnetdiscover",
            "nodes of an InfiniBand fabric, and the neighbors of their ports",
            "ibnetdiscover, ibnetdiscover -p",
            IgnoredLine.of("#", "blank comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("vendid=", "\"S-", "\"H-", "\"R-", " 0x", "# ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.startsWith("vendid=")
        || (text.contains("\"") && (NODE.matcher(text).matches() || PORT.matcher(text).matches()))
        || (text.contains(" 0x") && LINE.matcher(text).matches())
        || (text.startsWith("#") && COMMENT.matcher(text).matches());
  }

  @Override
  protected boolean continues(TextLine line) {
    return PORT.matcher(line.text()).matches() || LINE.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String guid = guidBelow(block);
    for (TextLine line : block) {
      String text = line.text();
      Matcher attribute = ATTRIBUTE.matcher(text);
      Matcher node = NODE.matcher(text);
      Matcher port = PORT.matcher(text);
      Matcher one = LINE.matcher(text);
      Matcher comment = COMMENT.matcher(text);
      if (attribute.matches()) {
        Subject subject = new Subject(SubjectKind.NODE, guid);
        sink.add(line, subject, attribute.group(1), attribute.group(2));
        if (attribute.group(3) != null) {
          sink.add(line, subject, "guid.port", attribute.group(3));
        }
      } else if (node.matches()) {
        guid = node.group(4);
        node(line, node, sink);
      } else if (port.matches()) {
        port(line, guid, port, sink);
      } else if (one.matches()) {
        line(line, one, sink);
      } else if (comment.matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, "fabric"), comment.group(1), comment.group(2));
      }
    }
  }

  /** A node's attributes stand above the line with its GUID. */
  private static String guidBelow(LineBlock block) {
    for (TextLine line : block) {
      Matcher node = NODE.matcher(line.text());
      if (node.matches()) {
        return node.group(4);
      }
    }
    return "unnamed";
  }

  private static void node(TextLine line, Matcher node, FactSink sink) {
    Subject subject = new Subject(SubjectKind.NODE, node.group(4));
    sink.add(line, subject, "kind", node.group(1));
    sink.add(line, subject, "ports", node.group(2));
    sink.add(line, subject, "kind.letter", node.group(3));
    sink.add(line, subject, "name", node.group(5));
    sink.add(line, subject, "more", node.group(6));
  }

  private static void port(TextLine line, String guid, Matcher port, FactSink sink) {
    Subject subject = new Subject(SubjectKind.LINK, guid + "/" + port.group(1));
    sink.add(line, subject, "peer", port.group(4));
    sink.add(line, subject, "peer.kind", port.group(3));
    sink.add(line, subject, "peer.port", port.group(5));
    for (int group : new int[] {2, 6}) {
      if (port.group(group) != null) {
        sink.add(line, subject, group == 2 ? "guid" : "peer.guid", port.group(group));
      }
    }
    if (port.group(7) == null) {
      return;
    }
    Matcher name = NAME.matcher(port.group(7));
    if (name.matches()) {
      sink.add(line, subject, "peer.name", name.group(1));
      rate(line, subject, name.group(2), sink);
    }
    sink.add(line, subject, "more", port.group(7));
  }

  /** {@code lid 647 4xNDR s=4 w=2}. */
  private static void rate(TextLine line, Subject subject, String text, FactSink sink) {
    for (String word : text.split("\\s+")) {
      if (word.matches("\\d{1,2}x[A-Z]DR\\d*")) {
        sink.add(line, subject, "width", word.substring(0, word.indexOf('x')));
        sink.add(line, subject, "speed", word.substring(word.indexOf('x') + 1));
      }
    }
  }

  private static void line(TextLine line, Matcher one, FactSink sink) {
    Subject subject = new Subject(SubjectKind.LINK, one.group(4).substring(2) + "/" + one.group(3));
    sink.add(line, subject, "kind", one.group(1));
    sink.add(line, subject, "lid", one.group(2));
    sink.add(line, subject, "width", one.group(5).replace("x", ""));
    sink.add(line, subject, "speed", one.group(6));
    sink.add(line, subject, "names", one.group(11));
    if (one.group(7) != null) {
      sink.add(line, subject, "peer.kind", one.group(7));
      sink.add(line, subject, "peer.lid", one.group(8));
      sink.add(line, subject, "peer.port", one.group(9));
      sink.add(line, subject, "peer", one.group(10).substring(2));
    }
  }
}
