package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of SONiC's {@code pg_profile_lookup.ini}: headroom and thresholds by speed and cable. */
public final class PgProfileReader extends Reader {
  private static final Pattern HEADER = Pattern.compile("#\\s*(speed\\s+cable\\s.*)");
  private static final Pattern ROW =
      Pattern.compile("\\s*(\\d{3,7})\\s+(\\d{1,6}m)((?:\\s+-?\\d{1,12}){2,8})\\s*");
  private static final Pattern OTHER = Pattern.compile("[\\w./-]+/pg_profile_lookup\\.ini");

  public PgProfileReader() {
    super(
        Kind.of(
            "pg-profile",
            "headroom and thresholds of SONiC's lossless priority groups by speed and cable",
            "pg_profile_lookup.ini",
            Ignored.of("##.*", "licence"),
            Ignored.of("#\\s*PG lossless profiles\\.?\\s*", "title")));
  }

  @Override
  protected List<String> clues() {
    return List.of("#", "/pg_profile_lookup.ini");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return (text.startsWith("#")
            && (HEADER.matcher(text).matches()
                || text.contains("PG lossless profiles")
                || (text.startsWith("##") && headed(document, at))))
        || OTHER.matcher(text).matches();
  }

  private static boolean headed(Document document, int at) {
    for (int i = at; i < Math.min(document.size(), at + 40); i++) {
      if (document.text(i).contains("PG lossless profiles")) {
        return true;
      }
    }
    return false;
  }

  @Override
  protected boolean continues(Line line) {
    return line.text().startsWith("#") || ROW.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    String[] columns = {};
    for (Line line : block) {
      Matcher header = HEADER.matcher(line.text());
      Matcher row = ROW.matcher(line.text());
      if (header.matches()) {
        columns = header.group(1).strip().split("\\s+");
        sink.say(line, new Subject(Thing.ITEM, "pg-profile"), "columns", header.group(1));
      } else if (row.matches()) {
        Subject profile =
            new Subject(Thing.SWITCH_SETTING, "pg-profile|" + row.group(1) + "|" + row.group(2));
        sink.say(line, profile, "speed.mbps", row.group(1));
        sink.say(line, profile, "cable", row.group(2));
        String[] cells = row.group(3).strip().split("\\s+");
        for (int i = 0; i < cells.length; i++) {
          sink.say(
              line, profile, i + 2 < columns.length ? columns[i + 2] : "column." + i, cells[i]);
        }
      } else if (OTHER.matcher(line.text()).matches()) {
        sink.say(line, new Subject(Thing.ITEM, "pg-profile"), "link", line.text());
      }
    }
  }
}
