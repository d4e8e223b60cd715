package dev.headroom.formats.switches.table;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show lldp neighbors detail} of Arista EOS and Cisco NX-OS. On EOS each port has
 * a title; on NX-OS the port is in the third line of a neighbour.
 */
public final class LldpDetailReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile("Interface (\\S{1,60}) detected (\\d+) LLDP neighbors?:\\s*");
  private static final Pattern NEIGHBOR = Pattern.compile("\\s*Neighbor \\S+/.*, age .*");
  private static final String LOCAL = "Local Port id";

  public LldpDetailReader() {
    super(
        FormatKind.of(
            "lldp-detail",
            "the neighbors of a switch's ports, with all LLDP details",
            "show lldp neighbors detail of EOS and NX-OS"));
  }

  @Override
  protected List<String> clues() {
    return List.of("Interface ", "Chassis id:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.startsWith("Interface ") && TITLE.matcher(text).matches()) || isNxos(document, at);
  }

  /** Whether a neighbour begins here as NX-OS shows it, which may follow a table's heading. */
  static boolean isNxos(SourceLines document, int at) {
    return document.text(at).stripLeading().startsWith("Chassis id:")
        && document.text(at + 1).stripLeading().startsWith("Port id:")
        && document.text(at + 2).stripLeading().startsWith(LOCAL);
  }

  /** A neighbour of EOS has blank lines around it, one of NX-OS ends at one. */
  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    boolean titled = !isNxos(document, at);
    int end = at + 1;
    while (end < document.size()
        && !starts(document, end)
        && (document.line(end).isBlank() ? titled : !document.isBoundary(end))
        && (!titled || document.line(end).isBlank() || isDetail(document.line(end)))) {
      end++;
    }
    return end;
  }

  /** Below a title of EOS all is set in. */
  private static boolean isDetail(TextLine line) {
    return line.indent() >= 2;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher title = TITLE.matcher(block.first().text());
    if (title.matches()) {
      eos(block, title.group(1), title.group(2), sink);
    } else {
      nxos(block, sink);
    }
  }

  private static void eos(LineBlock block, String port, String count, FactSink sink) {
    int number = 0;
    Subject neighbor = LldpNeighbors.addLocalPort(block.first(), port, 1, sink);
    sink.add(block.first(), SwitchPortSubject.of(port), "lldp.neighbors", count);
    String part = "";
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      String text = line.text().strip().replaceFirst("^- ", "");
      if (NEIGHBOR.matcher(line.text()).matches()) {
        number++;
        neighbor = LldpNeighbors.addLocalPort(line, port, number, sink);
        part = "";
      }
      Optional<LabelledField> field = LabelledField.of(text);
      if (line.text().strip().startsWith("- ")) {
        part = field.map(LabelledField::slug).orElse(text);
      }
      rest(line, port, text, sink);
      if (field.isPresent()) {
        String value = field.get().value().replace("\"", "");
        switch (part + "/" + field.get().label()) {
          case "system-name/System Name" -> sink.add(line, neighbor, LldpNeighbors.DEVICE, value);
          case "port-id-type/Port ID" -> sink.add(line, neighbor, LldpNeighbors.PORT, value);
          default -> {}
        }
      }
    }
  }

  private static void nxos(LineBlock block, FactSink sink) {
    TextLine own = block.lines().get(2);
    String port = LabelledField.of(own.text()).map(LabelledField::value).orElse("");
    Subject neighbor = LldpNeighbors.addLocalPort(own, port, 1, sink);
    for (TextLine line : block) {
      rest(line, port, line.text().strip(), sink);
      Optional<LabelledField> field = LabelledField.of(line.text());
      switch (field.map(LabelledField::label).orElse("")) {
        case "System Name" ->
            sink.add(line, neighbor, LldpNeighbors.DEVICE, field.orElseThrow().value());
        case "Port id" -> sink.add(line, neighbor, LldpNeighbors.PORT, field.orElseThrow().value());
        default -> {}
      }
    }
  }

  /** What it says besides is said of the port: it is not among what a table of neighbours has. */
  private static void rest(TextLine line, String port, String text, FactSink sink) {
    if (text.isEmpty()) {
      return;
    }
    Optional<LabelledField> field = LabelledField.of(text);
    sink.add(
        line,
        SwitchPortSubject.of(port),
        "lldp." + field.map(LabelledField::slug).orElse("more"),
        field.map(LabelledField::value).orElse(text));
  }
}
