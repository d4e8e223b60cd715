package dev.headroom.formats.switches.sonic;

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

/** Reader of SONiC's {@code pg_profile_lookup.ini}: headroom and thresholds by speed and cable. */
public final class PgProfileReader extends FormatReader {
  private static final Pattern HEADER = Pattern.compile("#\\s*(speed\\s+cable\\s.*)");
  private static final Pattern ROW =
      Pattern.compile("\\s*(\\d{3,7})\\s+(\\d{1,6}m)((?:\\s+-?\\d{1,12}){2,8})\\s*");
  private static final Pattern OTHER = Pattern.compile("[\\w./-]+/pg_profile_lookup\\.ini");

  public PgProfileReader() {
    super(
        FormatKind.of(
            "pg-profile",
            "headroom and thresholds of SONiC's lossless priority groups by speed and cable "
                + "length",
            "pg_profile_lookup.ini",
            IgnoredLine.of("##.*", "licence"),
            IgnoredLine.of("#\\s*PG lossless profiles\\.?\\s*", "title")));
  }

  @Override
  protected List<String> clues() {
    return List.of("#", "/pg_profile_lookup.ini");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.startsWith("#")
            && (HEADER.matcher(text).matches()
                || text.contains("PG lossless profiles")
                || (text.startsWith("##") && headed(document, at))))
        || OTHER.matcher(text).matches();
  }

  private static boolean headed(SourceLines document, int at) {
    for (int i = at; i < Math.min(document.size(), at + 40); i++) {
      if (document.text(i).contains("PG lossless profiles")) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected boolean continues(TextLine line) {
    return line.text().startsWith("#") || ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    String[] columns = {};
    for (TextLine line : block) {
      Matcher header = HEADER.matcher(line.text());
      Matcher row = ROW.matcher(line.text());
      if (header.matches()) {
        columns = header.group(1).strip().split("\\s+");
        sink.add(line, new Subject(SubjectKind.ITEM, "pg-profile"), "columns", header.group(1));
      } else if (row.matches()) {
        Subject profile =
            new Subject(
                SubjectKind.SWITCH_SETTING, "pg-profile|" + row.group(1) + "|" + row.group(2));
        sink.add(line, profile, "speed.mbps", row.group(1));
        sink.add(line, profile, "cable", row.group(2));
        String[] cells = row.group(3).strip().split("\\s+");
        for (int i = 0; i < cells.length; i++) {
          sink.add(
              line, profile, i + 2 < columns.length ? columns[i + 2] : "column." + i, cells[i]);
        }
      } else if (OTHER.matcher(line.text()).matches()) {
        sink.add(line, new Subject(SubjectKind.ITEM, "pg-profile"), "link", line.text());
      }
    }
  }
}
