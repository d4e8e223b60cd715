package dev.headroom.formats.switches.onyx;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show roce} of Mellanox Onyx: the settings made by the command {@code roce}, in
 * titled sections, and the configuration that contradicts them. Cells of its tables may go on in
 * the line below.
 */
public final class OnyxRoceReader extends FormatReader {
  private static final Pattern BEGIN = Pattern.compile("\\s*RoCE mode\\s*:\\s*(\\S.*)");
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*(Application TLV|Port congestion-control|RoCE used TCs|RoCE buffer pools|Exception list)\\s*:\\s*(N/A)?\\s*");
  private static final Pattern FIELD =
      Pattern.compile("\\s*([A-Za-z][\\w ()%-]{1,40}?)\\s*:\\s+(\\S.*)");
  private static final Pattern RULER = Pattern.compile("\\s*-{20,}\\s*");
  private static final Pattern GAP = Pattern.compile("\\s{2,}");
  private static final int FIELDS_BELOW_BEGIN = 4;

  public OnyxRoceReader() {
    super(
        FormatKind.of(
            "onyx-roce",
            "RoCE settings of a switch, and their exceptions",
            "show roce of Onyx",
            IgnoredLine.of("\\s*-{20,}\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("RoCE mode");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.contains("RoCE mode")
        && BEGIN.matcher(text).matches()
        && document.between(at, Math.min(document.size(), at + FIELDS_BELOW_BEGIN)).stream()
            .anyMatch(line -> line.text().strip().startsWith("Port trust mode"));
  }

  /** Up to a prompt, or to the paragraph below the list of exceptions. */
  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    boolean last = false;
    while (end < document.size() && !document.isBoundary(end)) {
      String text = document.text(end);
      if (last && text.isBlank()) {
        break;
      }
      last |= text.strip().startsWith("Exception list");
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Pass pass = new Pass(sink);
    block.lines().stream().filter(line -> !line.isBlank()).forEach(pass::line);
  }

  /** One way through a block. */
  private static final class Pass {
    private static final Subject ROCE = new Subject(SubjectKind.ITEM, "show roce");

    private final FactSink sink;
    private String part = "";
    private List<String> columns = new ArrayList<>();
    private List<Integer> starts = new ArrayList<>();
    private int rulers;
    private String row = "";

    Pass(FactSink sink) {
      this.sink = sink;
    }

    void line(TextLine line) {
      Matcher title = TITLE.matcher(line.text());
      Matcher field = FIELD.matcher(line.text());
      if (title.matches()) {
        part = KeySlug.of(title.group(1));
        rulers = 0;
        columns = new ArrayList<>();
        starts = new ArrayList<>();
        sink.add(line, ROCE, part, title.group(2) == null ? "below" : title.group(2));
      } else if (RULER.matcher(line.text()).matches()) {
        rulers++;
      } else if (part.equals("exception-list")) {
        sink.add(line, ROCE, "exception", line.text());
      } else if (rulers == 1) {
        heading(line);
      } else if (rulers > 1) {
        cells(line);
      } else if (field.matches()) {
        field(line, field.group(1), field.group(2).strip());
      }
    }

    /** Parts of the first level have no indent, fields below a title have one. */
    private void field(TextLine line, String name, String value) {
      String above = line.indent() > 0 && !part.isEmpty() ? part + "." : "";
      part = line.indent() > 0 ? part : "";
      sink.add(line, ROCE, above + KeySlug.of(name), value);
    }

    /** The words of a heading stand above their columns, in one line or two. */
    private void heading(TextLine line) {
      boolean first = columns.isEmpty();
      if (first) {
        starts = places(line.text());
        starts.forEach(_ -> columns.add(""));
      }
      for (int place : places(line.text())) {
        int column = column(place);
        String word = GAP.split(line.text().substring(place), 2)[0].strip();
        columns.set(column, (columns.get(column) + " " + word).strip());
      }
      sink.add(line, ROCE, part + (first ? ".columns" : ".columns.more"), line.text().strip());
    }

    private void cells(TextLine line) {
      List<Integer> places = places(line.text());
      if (places.isEmpty() || starts.isEmpty()) {
        return;
      }
      boolean anew = column(places.getFirst()) == 0;
      if (anew) {
        row = GAP.split(line.text().strip(), 2)[0];
      }
      Subject about = new Subject(SubjectKind.ITEM, "show roce|" + part + "|" + row);
      for (int place : places) {
        int column = column(place);
        String word = GAP.split(line.text().substring(place), 2)[0].strip();
        String key = KeySlug.of(columns.get(column));
        sink.add(line, about, anew ? key : key + ".more", word);
      }
    }

    private int column(int place) {
      int column = 0;
      for (int i = 0; i < starts.size(); i++) {
        if (starts.get(i) <= place + 1) {
          column = i;
        }
      }
      return column;
    }

    private static List<Integer> places(String text) {
      List<Integer> places = new ArrayList<>();
      Matcher words = Pattern.compile("(?<!\\S)\\S+(?: \\S+)*").matcher(text);
      while (words.find()) {
        places.add(words.start());
      }
      return places;
    }
  }
}
