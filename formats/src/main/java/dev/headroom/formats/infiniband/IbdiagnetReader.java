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
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code ibdiagnet}'s report: its own findings, each with a letter for its severity. */
public final class IbdiagnetReader extends FormatReader {
  private static final Pattern ENTRY = Pattern.compile("\\s*-([IWEF])- ?(.*)");
  private static final Pattern LOADING = Pattern.compile("Loading IBDM from: (.*)");

  /** A line of the report that people quote alone, without its letter. */
  private static final Pattern QUOTED =
      Pattern.compile("(?:>\\s*)?Adaptive ?Routing is enabled on \\d+ switch.*");

  public IbdiagnetReader() {
    super(
        FormatKind.of(
            "ibdiagnet",
            "ibdiagnet's findings about an InfiniBand fabric",
            "ibdiagnet",
            IgnoredLine.of("\\s*-I-+\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Loading IBDM from: ", "Routing is enabled on", "-I-", "-W-", "-E-", "-F-");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return LOADING.matcher(text).matches()
        || (text.contains("Routing is enabled on") && QUOTED.matcher(text).matches())
        || (text.startsWith("-") && ENTRY.matcher(text).matches());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String part = "";
    boolean below = false;
    for (TextLine line : block) {
      Matcher entry = ENTRY.matcher(line.text());
      Matcher loading = LOADING.matcher(line.text());
      if (loading.matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, "ibdiagnet"), "library", loading.group(1));
      } else if (line.text().matches("\\s*-I-{10,}\\s*")) {
        below = !below;
      } else if (QUOTED.matcher(line.text()).matches()) {
        sink.add(
            line,
            new Subject(SubjectKind.EVENT, String.valueOf(line.number())),
            "ibdiagnet.i",
            line.text());
      } else if (entry.matches()) {
        Subject subject = new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
        part = below ? entry.group(2).strip() : part;
        String key = below ? "part" : "ibdiagnet." + entry.group(1).toLowerCase(Locale.ROOT);
        sink.add(line, subject, key, entry.group(2));
        sink.add(line, subject, "ibdiagnet.part", part);
        sink.add(line, subject, "level", entry.group(1));
      }
    }
  }
}
