package dev.headroom.formats.switches.nxos;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.PfcStateKeys;
import dev.headroom.formats.switches.SwitchPortSubject;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code show interface priority-flow-control detail} of NX-OS: a port's PFC, and the
 * pauses received and sent by priority.
 */
public final class NxosPfcReader extends FormatReader {
  private static final Pattern PORT =
      Pattern.compile("\\s*((?:Ethernet|Eth|port-channel|Po)\\d[\\d/]{0,12})\\s*:?\\s*");
  private static final Pattern FIELD =
      Pattern.compile(
          "\\s*(Admin Mode|Oper Mode|VL bitmap|Total Rx PFC Frames|Total Tx PFC Frames): *(\\S.{0,30}?)\\s*");
  private static final Pattern HEADING =
      Pattern.compile("\\s*\\|\\s*Priority0\\s*\\|\\s*Priority1\\s*\\|.*");
  private static final Pattern COUNTS =
      Pattern.compile("\\s*(Rx|Tx)\\s*((?:\\|\\s*\\d{1,20}\\s*){8})\\|?\\s*");
  private static final String RULER = "\\s*-{60,}\\s*";

  public NxosPfcReader() {
    super(
        FormatKind.of(
            "nxos-pfc",
            "priority flow control of a switch's ports, and pauses by priority",
            "show interface priority-flow-control detail of NX-OS",
            IgnoredLine.of(RULER, "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Eth", "port-channel", "Po");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.length() < 100
        && PORT.matcher(text).matches()
        && document.text(document.nextText(at + 1)).strip().startsWith("Admin Mode:");
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return text.length() < 250
        && (FIELD.matcher(text).matches()
            || text.matches(RULER)
            || HEADING.matcher(text).matches()
            || COUNTS.matcher(text).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject port = new Subject(SubjectKind.SWITCH_PORT, "port");
    for (TextLine line : block) {
      Matcher name = PORT.matcher(line.text());
      Matcher field = FIELD.matcher(line.text());
      Matcher counts = COUNTS.matcher(line.text());
      if (name.matches()) {
        port = SwitchPortSubject.of(name.group(1));
        sink.add(line, port, "pfc", "detail");
      } else if (field.matches()) {
        sink.add(line, port, key(field.group(1)), value(field.group(1), field.group(2)));
      } else if (counts.matches()) {
        String side = counts.group(1).toLowerCase(Locale.ROOT);
        String[] cells = counts.group(2).replace(" ", "").substring(1).split("\\|");
        for (int priority = 0; priority < cells.length; priority++) {
          String key = RdmaKeys.counter(side + ".pfc." + priority);
          sink.add(line, port, key, cells[priority]);
        }
      } else if (HEADING.matcher(line.text()).matches()) {
        sink.add(line, port, "columns", line.text().replaceAll("[\\s|]+", " ").strip());
      }
    }
  }

  private static String key(String label) {
    return switch (label) {
      case "Admin Mode" -> PfcStateKeys.MODE;
      case "Oper Mode" -> PfcStateKeys.IN_FORCE;
      case "VL bitmap" -> PfcStateKeys.BITMAP;
      case "Total Rx PFC Frames" -> RdmaKeys.counter("rx.pfc");
      case "Total Tx PFC Frames" -> RdmaKeys.counter("tx.pfc");
      default -> KeySlug.of(label);
    };
  }

  private static String value(String label, String text) {
    return label.equals("VL bitmap") ? "0x" + text.replaceAll("[()\\s]", "") : text;
  }
}
