package dev.headroom.formats.nvidia;

import dev.headroom.formats.fact.Subject;
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
 * Reader of {@code nvidia-imex-ctl -N}: the nodes of a multi-node NVLink domain, the connections
 * between them, and the state of the domain.
 */
public final class ImexReader extends FormatReader {
  private static final Pattern LEGEND =
      Pattern.compile("Connectivity Table Legend:\\s*|\\S{1,3} - [A-Z].*");

  /**
   * A node: stars mark the node that was asked, {@code -H} adds the name, early releases print no
   * version, and a node that does not answer has an empty one.
   */
  private static final Pattern NODE =
      Pattern.compile(
          "Node #(\\d{1,5})\\s+[-*] (\\S+)(?:\\s+\\*)?\\s+- (\\S+)"
              + "(?:\\s+- Version:(?:[ \\t]+([^-\\s]\\S*))?)?(?:\\s+- Hostname:(?:[ \\t]+(\\S+))?)?\\s*");

  private static final Pattern DOMAIN = Pattern.compile("Domain State: (\\w+)\\s*");
  private static final Pattern OTHER =
      Pattern.compile(
          "Nodes:\\s*|\\s*Nodes From\\\\To[\\s\\d]*|\\d+/\\d+/\\d{4} \\d+:\\d\\d:\\d\\d\\S*\\s*");
  private static final Pattern ROW =
      Pattern.compile("\\s+(\\d{1,5})((?:\\s+[INRDAVMC!]{1,3})+)\\s*");

  public ImexReader() {
    super(
        FormatKind.of(
            "imex",
            "nodes and state of an IMEX domain (multi-node NVLink)",
            "nvidia-imex-ctl -N",
            IgnoredLine.of(LEGEND.pattern(), "legend"),
            IgnoredLine.of(OTHER.pattern(), "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Connectivity Table", "Node #", "Domain State");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.startsWith("Connectivity Table Legend") || NODE.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return LEGEND.matcher(text).matches()
        || NODE.matcher(text).matches()
        || DOMAIN.matcher(text).matches()
        || OTHER.matcher(text).matches()
        || ROW.matcher(text).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher node = NODE.matcher(line.text());
      Matcher domain = DOMAIN.matcher(line.text());
      Matcher row = ROW.matcher(line.text());
      if (node.matches()) {
        String key = "imex.node-" + node.group(1);
        sink.add(line, Subject.host(), key + ".address", node.group(2));
        sink.add(line, Subject.host(), key + ".status", node.group(3));
        if (node.group(4) != null) {
          sink.add(line, Subject.host(), key + ".version", node.group(4));
        }
        if (node.group(5) != null) {
          sink.add(line, Subject.host(), key + ".host", node.group(5));
        }
      } else if (domain.matches()) {
        sink.add(line, Subject.host(), "imex.domain-state", domain.group(1));
      } else if (row.matches()) {
        sink.add(
            line, Subject.host(), "imex.node-" + row.group(1) + ".links", row.group(2).strip());
      }
    }
  }
}
