package dev.headroom.formats.json;

import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.read.UnreadableBlockException;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/** Reader of any tool's JSON: every value is a fact under its path. */
public final class JsonReader extends FormatReader {
  /** Deeper than any tool's; what is deeper is an attack or a mistake. */
  static final int DEEPEST = 200;

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
        FormatKind.of(
            "json",
            "JSON: SONiC's CONFIG_DB, ip -j, rdma -j, ethtool --json, mlxlink --json, rocm-smi and amd-smi --json, dcgmi diag -j, show commands of EOS and NX-OS, health checks",
            "any tool",
            IgnoredLine.of("[\\s{}\\[\\],]+", "brackets and commas")));
  }

  @Override
  protected List<String> clues() {
    return List.of("{", "[");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at).strip();
    if (text.isEmpty() || (text.charAt(0) != '{' && text.charAt(0) != '[')) {
      return false;
    }
    String next = text.substring(1).strip();
    if (next.isEmpty()) {
      next = document.text(document.nextText(at + 1)).strip();
    }
    boolean object = text.charAt(0) == '{';
    boolean begins =
        (next.startsWith("\"") && (!object || next.contains("\":") || next.contains("\" :")))
            || (next.startsWith("}") && object)
            || (!object && (next.startsWith("{") || next.startsWith("[")));
    return begins && isJson(document, at);
  }

  /**
   * JSON that breaks off is JSON where a source begins with it, or an output that has values;
   * within a text that goes on around it, it is code.
   */
  private static boolean isJson(SourceLines document, int at) {
    JsonExtent json = JsonExtent.from(document, at);
    return json.isWhole()
        || document.isFirst(at)
        || (json.values() > 0 && (document.isBoundary(at - 1) || mayBegin(document.text(at - 1))));
  }

  /** Below a blank line, JSON, or a sentence that announces it. */
  private static boolean mayBegin(String above) {
    String text = above.strip();
    return text.isEmpty() || text.endsWith("}") || text.endsWith("]") || text.endsWith(":");
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return JsonExtent.from(document, at).end();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<TextLine> lines = block.lines();
    String text = lines.stream().map(TextLine::whole).collect(Collectors.joining("\n"));
    JsonFacts facts = new JsonFacts(lines, block.command(), sink);
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      facts.read(parser);
    } catch (StreamConstraintsException e) {
      throw UnreadableBlockException.rejectBlock(
          block.first(),
          "JSON: nested deeper than %d levels, or with a name longer than %d characters"
              .formatted(DEEPEST, LONGEST_NAME));
    } catch (JacksonException e) {
      int number = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      TextLine line = lines.get(Math.clamp(number - 1, 0, lines.size() - 1));
      throw UnreadableBlockException.at(
          line, "JSON: " + e.getOriginalMessage().lines().findFirst().orElse("broken"));
    } finally {
      facts.finish();
    }
  }
}
