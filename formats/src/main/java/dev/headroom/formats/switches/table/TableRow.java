package dev.headroom.formats.switches.table;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import dev.headroom.formats.switches.TableInterpreter;
import java.util.List;
import java.util.Set;

/**
 * Row of a show command's table. The first cell identifies it, or the first two where several rows
 * share the first, as those of a port's queues.
 */
public record TableRow(TextLine line, List<String> cells) {
  /** Of {@code show interfaces transceiver error-status}, which is about a port's module. */
  private static final List<String> OF_MODULES = List.of("Port", "Error Status");

  private static final Set<String> QUEUES = Set.of("TxQ", "Voq", "Priority");

  /**
   * Each cell under the name of its column; without names by its number.
   *
   * @param meanings what a row tells beside that
   */
  public void addCells(
      String table, List<String> names, List<TableInterpreter> meanings, FactSink sink) {
    String first = cells.getFirst().isEmpty() ? "line " + line.number() : cells.getFirst();
    boolean ofQueue = names.size() > 1 && QUEUES.contains(names.get(1));
    String name = ofQueue ? first + " " + cells.get(1) : first;
    Subject row = new Subject(SubjectKind.ITEM, table + "|" + name);
    sink.add(line, row, "row", first);
    meanings.forEach(each -> each.addFacts(line, names, cells, sink));
    if (names.equals(OF_MODULES)) {
      sink.add(line, SwitchPortSubject.of(first), "module.error-status", cells.get(1));
    }
    for (int i = 1; i < cells.size(); i++) {
      if (!cells.get(i).isEmpty()) {
        String key =
            i < names.size() && !names.get(i).isEmpty()
                ? KeySlug.of(names.get(i))
                : "value" + (i > 1 ? "." + i : "");
        sink.add(line, row, key, cells.get(i));
      }
    }
  }
}
