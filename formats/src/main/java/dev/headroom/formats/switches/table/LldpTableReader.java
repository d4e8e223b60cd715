package dev.headroom.formats.switches.table;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Reader of {@code show lldp neighbors} of Arista EOS, Cisco NX-OS and Dell OS10, whose columns
 * have no ruler of dashes under them. NX-OS breaks a line behind a device whose name is longer than
 * its column.
 */
public final class LldpTableReader extends FormatReader {
  private static final Pattern WORD = Pattern.compile("\\S+");
  private static final Pattern TOTAL = Pattern.compile("Total entries displayed: \\d+\\s*");
  private static final int WIDEST = 400;

  /** What vendors call the columns, each list from left to right. */
  private static final List<Heading> HEADINGS =
      List.of(
          new Heading(
              List.of("Port", "Neighbor Device ID", "Neighbor Port ID", "TTL"),
              List.of(LldpNeighbors.LOCAL, LldpNeighbors.DEVICE, LldpNeighbors.PORT, "ttl")),
          new Heading(
              List.of("Device ID", "Local Intf", "Hold-time", "Capability", "Port ID"),
              List.of(
                  LldpNeighbors.DEVICE,
                  LldpNeighbors.LOCAL,
                  "hold-time",
                  "capability",
                  LldpNeighbors.PORT)),
          new Heading(
              List.of("Loc PortID", "Rem Host Name", "Rem Port Id", "Rem Chassis Id"),
              List.of(
                  LldpNeighbors.LOCAL, LldpNeighbors.DEVICE, LldpNeighbors.PORT, "chassis-id")));

  public LldpTableReader() {
    super(
        FormatKind.of(
            "lldp-table",
            "the neighbors of a switch's ports",
            "show lldp neighbors of EOS, NX-OS and OS10",
            IgnoredLine.of("\\s*-{2,}(\\s+-{2,})*\\s*", "ruler"),
            IgnoredLine.of("Total entries displayed: \\d+\\s*", "the number of entries")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Port");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return columns(document.text(at)).isPresent();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size()
        && !document.isBoundary(end)
        && !document.line(end).isBlank()
        && !LldpDetailReader.isNxos(document, end)) {
      end++;
      if (TOTAL.matcher(document.text(end - 1)).matches()) {
        break;
      }
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Optional<Columns> columns = columns(block.first().text());
    if (columns.isEmpty()) {
      return;
    }
    sink.add(
        block.first(),
        new Subject(SubjectKind.ITEM, "lldp neighbors"),
        "columns",
        block.first().text());
    Map<String, Integer> heard = new HashMap<>();
    List<Cell> row = new ArrayList<>();
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      if (line.text().startsWith("--") || TOTAL.matcher(line.text()).matches()) {
        continue;
      }
      List<Cell> cells = columns.get().cells(line);
      Optional<Cell> local =
          cells.stream().filter(cell -> cell.key().equals(LldpNeighbors.LOCAL)).findFirst();
      if (local.isEmpty()) {
        row.clear(); // A name is broken off once; one before it stands for nothing.
      }
      row.addAll(cells);
      if (local.isPresent()) {
        String port = local.get().value();
        Subject neighbor = LldpNeighbors.at(port, heard.merge(port, 1, Integer::sum));
        sink.add(local.get().line(), neighbor, LldpNeighbors.LOCAL, port);
        for (Cell cell : row) {
          if (!cell.key().equals(LldpNeighbors.LOCAL)) {
            sink.add(cell.line(), neighbor, cell.key(), cell.value());
          }
        }
        row.clear();
      }
    }
  }

  private static Optional<Columns> columns(String text) {
    if (text.length() > WIDEST || !text.contains("Port")) {
      return Optional.empty();
    }
    return HEADINGS.stream()
        .map(heading -> heading.findColumns(text))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /** The labels of one vendor's columns, and what they are to us. */
  private record Heading(List<String> labels, List<String> keys) {
    /** Where the columns begin, if these are the words of the line, in this order and no others. */
    Optional<Columns> findColumns(String text) {
      if (!Arrays.asList(text.strip().split("\\s+"))
          .equals(Arrays.asList(String.join(" ", labels).split(" ")))) {
        return Optional.empty();
      }
      List<Integer> starts = new ArrayList<>();
      int from = 0;
      for (String label : labels) {
        int start = text.indexOf(label, from);
        if (start < 0) {
          return Optional.empty();
        }
        starts.add(start);
        from = start + label.length();
      }
      return Optional.of(new Columns(keys, starts));
    }
  }

  private record Cell(TextLine line, String key, String value) {}

  private record Columns(List<String> keys, List<Integer> starts) {
    /** Words are counted off where there is one for each column, else they lie below its label. */
    List<Cell> cells(TextLine line) {
      List<Cell> cells = new ArrayList<>();
      List<MatchResult> words = WORD.matcher(line.text()).results().toList();
      for (int i = 0; i < words.size(); i++) {
        int at = words.size() == keys.size() ? i : column(words.get(i).start());
        int last = cells.size() - 1;
        if (last >= 0 && cells.get(last).key().equals(keys.get(at))) {
          Cell before = cells.get(last);
          cells.set(
              last, new Cell(line, before.key(), before.value() + " " + words.get(i).group()));
        } else {
          cells.add(new Cell(line, keys.get(at), words.get(i).group()));
        }
      }
      return cells;
    }

    private int column(int start) {
      int at = 0;
      while (at + 1 < starts.size() && starts.get(at + 1) <= start) {
        at++;
      }
      return at;
    }
  }
}
