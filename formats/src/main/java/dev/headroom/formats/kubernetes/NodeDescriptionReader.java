package dev.headroom.formats.kubernetes;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of the resources of a node in {@code kubectl describe node}: {@code Capacity} and {@code
 * Allocatable}. Keys are those of {@code kubectl get node -o yaml}.
 */
public final class NodeDescriptionReader extends FormatReader {
  /** Kind that both outputs of a node have as a fact. */
  public static final String NODE = "Node";

  private static final Pattern HEADING = Pattern.compile("(Capacity|Allocatable):\\s*");
  private static final Pattern RESOURCE =
      Pattern.compile(
          "\\s{1,8}([\\w.-]{1,100}(?:/[\\w.-]{1,100})?):\\s+(\\d{1,15}[A-Za-z]{0,2})\\s*");

  public NodeDescriptionReader() {
    super(
        FormatKind.of(
            "node-description", "resources of a Kubernetes node", "kubectl describe node"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Capacity:", "Allocatable:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return HEADING.matcher(document.text(at)).matches()
        && RESOURCE.matcher(document.text(at + 1)).matches();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size() && RESOURCE.matcher(document.text(end)).matches()) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject node = new Subject(SubjectKind.POD, "node");
    Matcher heading = HEADING.matcher(block.first().text());
    if (!heading.matches()) {
      return;
    }
    sink.add(block.first(), node, "kind", NODE);
    for (TextLine line : block) {
      Matcher resource = RESOURCE.matcher(line.text());
      if (resource.matches()) {
        sink.add(
            line,
            node,
            "status." + heading.group(1).toLowerCase(Locale.ROOT) + "." + resource.group(1),
            resource.group(2));
      }
    }
  }
}
