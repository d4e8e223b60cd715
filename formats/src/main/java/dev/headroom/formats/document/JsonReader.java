package dev.headroom.formats.document;

import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.read.UnreadableException;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/** JSON of any tool: every value is a fact under the path to it. */
public final class JsonReader extends Reader {
  /** Deeper than any tool's; what is deeper is an attack or a mistake. */
  private static final int DEEPEST = 200;

  /** Of a name, characters; the way to a value is made of up to {@link #DEEPEST} of them. */
  private static final int LONGEST_NAME = 1000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(DEEPEST)
                  .maxNameLength(LONGEST_NAME)
                  .build())
          .build();

  public JsonReader() {
    super(
        Kind.of(
            "json",
            "JSON: SONiC's CONFIG_DB, ip -j, rdma -j, ethtool --json, mlxlink --json, rocm-smi and amd-smi --json, dcgmi diag -j, show commands of EOS and NX-OS, health checks",
            "any tool",
            Ignored.of("[\\s{}\\[\\],]+", "brackets and commas")));
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at).strip();
    if (text.isEmpty() || (text.charAt(0) != '{' && text.charAt(0) != '[')) {
      return false;
    }
    String next = text.substring(1).strip();
    if (next.isEmpty()) {
      next = document.text(document.nextText(at + 1)).strip();
    }
    boolean object = text.charAt(0) == '{';
    return (next.startsWith("\"") && (!object || next.contains("\":") || next.contains("\" :")))
        || (next.startsWith("}") && object)
        || (!object && (next.startsWith("{") || next.startsWith("[")));
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    Brackets brackets = new Brackets();
    for (int i = at; i < document.size(); i++) {
      if (brackets.closedBy(document.line(i).whole())) {
        return i + 1;
      }
    }
    return document.size();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    List<Line> lines = block.lines();
    String text = lines.stream().map(Line::whole).collect(Collectors.joining("\n"));
    JsonFacts facts = new JsonFacts(lines, block.command(), sink);
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      facts.read(parser);
    } catch (JacksonException e) {
      int number = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      Line line = lines.get(Math.clamp(number - 1, 0, lines.size() - 1));
      throw UnreadableException.at(
          line, "JSON: " + e.getOriginalMessage().lines().findFirst().orElse("broken"));
    } finally {
      facts.finish();
    }
  }

  /** Counts brackets outside of strings. */
  private static final class Brackets {
    private int depth;
    private boolean inString;

    boolean closedBy(String line) {
      for (int i = 0; i < line.length(); i++) {
        char c = line.charAt(i);
        if (inString) {
          if (c == '\\') {
            i++;
          } else if (c == '"') {
            inString = false;
          }
        } else if (c == '"') {
          inString = true;
        } else if (c == '{' || c == '[') {
          depth++;
        } else if ((c == '}' || c == ']') && --depth <= 0) {
          return true;
        }
      }
      inString = false;
      return false;
    }
  }
}
