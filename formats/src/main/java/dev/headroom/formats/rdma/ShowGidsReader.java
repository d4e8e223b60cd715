package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.OutputCompleteness;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code show_gids} of OFED: one line for each nonempty entry. */
public final class ShowGidsReader extends FormatReader {
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*([A-Za-z][\\w.-]*+)\\s++(\\d{1,3})\\s+(\\d{1,5})\\s+((?:[0-9a-fA-F]{4}:){7}[0-9a-fA-F]{4})"
              + "\\s+(?:(\\d{1,3}(?:\\.\\d{1,3}){3})\\s+)?(?:(v\\d)(?:\\s+([\\w.@-]+))?)?\\s*");

  /** The beginning of a row, where the text ends within one. */
  private static final Pattern PART =
      Pattern.compile(
          "\\s*([A-Za-z][\\w.-]*+)\\s++(\\d{1,3})\\s+(\\d{1,5})(?:\\s+[0-9a-fA-F:]{1,39})?\\s*");

  private static final Pattern FOUND = Pattern.compile("\\s*n_gids_found\\s*=\\s*(\\d+)\\s*");
  private static final Pattern HEADER = Pattern.compile("\\s*DEV\\s+PORT\\s+INDEX\\s+GID\\b.*");

  public ShowGidsReader() {
    super(
        FormatKind.of(
            "show_gids",
            "GID tables of RDMA ports",
            "show_gids",
            IgnoredLine.of("\\s*DEV\\s+PORT\\s+INDEX\\s+GID\\b.*", "heading of the table"),
            IgnoredLine.of("\\s*---[-\\s]*", "ruler below the heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("INDEX", ":");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return HEADER.matcher(text).matches() || ROW.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return ROW.matcher(line.text()).matches()
        || PART.matcher(line.text()).matches()
        || line.text().startsWith("---")
        || FOUND.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      Matcher found = FOUND.matcher(line.text());
      if (row.matches()) {
        row(line, row, sink);
      } else if (found.matches()) {
        sink.add(line, Subject.host(), "gids.found", found.group(1));
      }
    }
    breakOff(block, sink);
    listed(block, sink);
  }

  /**
   * What a table has is all there is, from its heading on, down to the number below it; not where
   * somebody let a part of the lines through.
   */
  private static void listed(LineBlock block, FactSink sink) {
    if (!HEADER.matcher(block.first().text()).matches()
        || OutputCompleteness.isFiltered(block.command())) {
      return;
    }
    boolean ends = block.lines().stream().anyMatch(line -> FOUND.matcher(line.text()).matches());
    Set<Subject> ports = new HashSet<>();
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      if (row.matches() && ports.add(Subject.port(row.group(1), row.group(2)))) {
        Subject port = Subject.port(row.group(1), row.group(2));
        sink.add(line, port, RdmaKeys.GIDS_BEGIN, row.group(3));
        if (ends) {
          sink.add(line, port, RdmaKeys.GIDS_LISTED, "show_gids");
        }
      }
    }
  }

  /**
   * Each GID stands there for RoCE v1 and, right behind it, for v2, and their number below all of
   * them: a table that ends with one of v1, or within a row, has been cut.
   */
  private static void breakOff(LineBlock block, FactSink sink) {
    TextLine last = block.lines().getLast();
    Matcher row = ROW.matcher(last.text());
    Matcher part = PART.matcher(last.text());
    boolean typed =
        block.lines().stream()
            .map(line -> ROW.matcher(line.text()))
            .anyMatch(each -> each.matches() && each.group(6) != null);
    if (row.matches() && ("v1".equals(row.group(6)) || (typed && row.group(6) == null))) {
      sink.add(
          last, Subject.port(row.group(1), row.group(2)), RdmaKeys.GIDS_BREAK_OFF, row.group(3));
    } else if (part.matches() && typed) {
      sink.add(
          last, Subject.port(part.group(1), part.group(2)), RdmaKeys.GIDS_BREAK_OFF, part.group(3));
    }
  }

  private static void row(TextLine line, Matcher row, FactSink sink) {
    Subject subject = Subject.gid(row.group(1), row.group(2), row.group(3));
    sink.add(line, subject, RdmaKeys.GID, row.group(4));
    if (row.group(5) != null) {
      sink.add(line, subject, RdmaKeys.GID_IPV4, row.group(5));
    }
    if (row.group(6) != null) {
      sink.add(line, subject, RdmaKeys.GID_TYPE, row.group(6));
    }
    if (row.group(7) != null) {
      sink.add(line, subject, RdmaKeys.GID_NETDEV, row.group(7));
      sink.add(line, Subject.port(row.group(1), row.group(2)), RdmaKeys.NETDEV, row.group(7));
    }
  }
}
