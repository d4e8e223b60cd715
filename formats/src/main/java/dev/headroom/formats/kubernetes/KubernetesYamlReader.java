package dev.headroom.formats.kubernetes;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.IndentOutline;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of Kubernetes objects as {@code kubectl get -o yaml} prints them. It reads line by line,
 * since pasted output is often cut and no longer valid YAML. Each value is a fact of the object
 * under the path to it.
 */
public final class KubernetesYamlReader extends FormatReader {
  private static final Pattern BEGIN = Pattern.compile("(apiVersion|kind): [\\w./-]+\\s*");
  private static final Pattern ENTRY =
      Pattern.compile("(\\s*)((?:- )*)(?:\"?([\\w./ -]{1,200}?)\"?:(?: +(.*))?|(\\S.*))");

  public KubernetesYamlReader() {
    super(
        FormatKind.of(
            "kubernetes",
            "pods and other Kubernetes objects",
            "kubectl get pod -o yaml",
            IgnoredLine.of("---\\s*", "begin of a document"),
            IgnoredLine.of("\\s*#.*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("apiVersion: ", "kind: ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return BEGIN.matcher(document.text(at)).matches();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size()
        && !document.isBoundary(end)
        && !document.text(end).startsWith("---")
        && ENTRY.matcher(document.text(end)).matches()) {
      end++;
    }
    return end;
  }

  /** {@code kubectl get pods -o yaml} prints a list, whose items are objects of their own. */
  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<TextLine> rest = new ArrayList<>();
    List<TextLine> item = new ArrayList<>();
    boolean listed = false;
    for (TextLine line : block) {
      String text = line.text();
      boolean begins = listed && text.startsWith("- ");
      if (begins) {
        object(item, sink);
        item.clear();
      }
      if (begins || (listed && text.startsWith("  "))) {
        item.add(line.withText(text.substring(2)));
      } else {
        listed = text.strip().equals("items:") && text.startsWith("items");
        rest.add(line);
      }
    }
    object(item, sink);
    object(rest, sink);
  }

  private static void object(List<TextLine> block, FactSink sink) {
    Subject subject = new Subject(SubjectKind.POD, name(block));
    IndentOutline parts = new IndentOutline();
    PodEnvironment environment = new PodEnvironment(sink);
    for (TextLine line : block) {
      Matcher entry = ENTRY.matcher(line.text());
      if (line.isBlank() || !entry.matches() || line.text().strip().startsWith("#")) {
        continue;
      }
      int indent = entry.group(1).length() + entry.group(2).length();
      int from = entry.group(2).isEmpty() ? indent : entry.group(1).length() + 1;
      parts.leave(from);
      String key = entry.group(3);
      String part = parts.path(".");
      if (key == null) {
        String text = entry.group(5);
        sink.add(line, subject, part.replaceFirst("\\.$", ""), text);
        mapping(line, subject, part, text, sink);
        environment.item(line, part, text);
      } else {
        String value = entry.group(4) == null ? "" : entry.group(4);
        sink.add(line, subject, part + key, value);
        mapping(line, subject, part + key + ".", value, sink);
        environment.entry(line, part, !entry.group(2).isEmpty(), key, value);
        parts.enter(line, indent, key);
      }
    }
  }

  private static void mapping(
      TextLine line, Subject subject, String part, String text, FactSink sink) {
    for (YamlFlowMapping.Entry entry : YamlFlowMapping.entries(text)) {
      sink.add(line, subject, part + entry.path(), entry.value());
    }
  }

  private static String name(List<TextLine> block) {
    boolean metadata = false;
    for (TextLine line : block) {
      String text = line.text();
      if (text.startsWith("metadata: {")) {
        return YamlFlowMapping.entries(text.substring("metadata: ".length())).stream()
            .filter(entry -> entry.path().equals("name"))
            .map(YamlFlowMapping.Entry::value)
            .findFirst()
            .orElse("unnamed");
      }
      metadata = text.startsWith("metadata:") || (metadata && text.startsWith(" "));
      if (metadata && text.matches(" {2}name: \\S+\\s*")) {
        return text.strip().substring("name: ".length());
      }
    }
    return "unnamed";
  }
}
