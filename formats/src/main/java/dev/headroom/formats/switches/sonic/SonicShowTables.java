package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import dev.headroom.formats.switches.TableInterpreter;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows of SONiC's configuration as its show commands print them. They are told as config_db.json
 * names them, so that whatever was read says the same.
 */
final class SonicShowTables implements TableInterpreter {
  /** What tables of show commands tell of it. */
  static final TableInterpreter TABLES = new SonicShowTables();

  private static final Pattern NAMED = Pattern.compile("(Pool|Profile): ([\\w.:-]{1,80})");
  private static final Pattern MARKING =
      Pattern.compile("ecn|wred_\\w+|(?:green|yellow|red)_(?:min|max|drop)_\\w+");
  private static final Pattern PAUSES = Pattern.compile("Port (?:Rx|Tx)");
  private static final List<String> PFC = List.of("Interface", "Lossless priorities");
  private static final List<String> WATCHDOG = List.of("PORT", "ACTION", "DETECTION TIME");

  private SonicShowTables() {}

  /** A row of a table: {@code WRED_PROFILE|AZURE_LOSSLESS}. */
  static Subject row(String table, String key) {
    return new Subject(SubjectKind.ITEM, table + "|" + key);
  }

  @Override
  public boolean isTitle(String text) {
    return NAMED.matcher(text.strip()).matches();
  }

  /**
   * What a table of two columns is about, by its title: {@code Pool: ingress_lossless_pool} of
   * {@code show mmu}, {@code Profile: AZURE_LOSSLESS} of {@code show ecn}.
   */
  @Override
  public Optional<Subject> titled(String title, String field) {
    Matcher named = NAMED.matcher(title.strip());
    if (!named.matches()) {
      return Optional.empty();
    }
    String table =
        named.group(1).equals("Pool")
            ? "BUFFER_POOL"
            : MARKING.matcher(field).matches() ? "WRED_PROFILE" : "BUFFER_PROFILE";
    return Optional.of(row(table, named.group(2)));
  }

  /** A row of {@code show pfc counters}: pauses of a port by priority, in one direction. */
  private static void pauses(
      TextLine line, List<String> columns, List<String> cells, FactSink sink) {
    String side = columns.getFirst().endsWith("Rx") ? "rx.pfc." : "tx.pfc.";
    Subject port = SwitchPortSubject.of(cells.getFirst());
    for (int i = 1; i < Math.min(columns.size(), cells.size()); i++) {
      if (columns.get(i).matches("PFC[0-7]") && cells.get(i).matches("[\\d,]{1,26}")) {
        sink.add(
            line,
            port,
            RdmaKeys.counter(side + columns.get(i).substring(3)),
            cells.get(i).replace(",", ""));
      }
    }
  }

  /** Rows of {@code show pfc priority} and {@code show pfcwd config}; of others nothing. */
  @Override
  public void addFacts(TextLine line, List<String> columns, List<String> cells, FactSink sink) {
    if (columns.equals(PFC)) {
      sink.add(line, row("PORT_QOS_MAP", cells.getFirst()), "pfc_enable", cells.get(1));
    } else if (PAUSES.matcher(columns.isEmpty() ? "" : columns.getFirst()).matches()) {
      pauses(line, columns, cells, sink);
    } else if (columns.size() > 3 && columns.subList(0, 3).equals(WATCHDOG)) {
      Subject port = row("PFC_WD", cells.getFirst());
      sink.add(line, port, "action", cells.get(1));
      sink.add(line, port, "detection_time", cells.get(2));
    }
  }
}
