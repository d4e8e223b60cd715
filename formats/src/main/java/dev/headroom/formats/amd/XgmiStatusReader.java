package dev.headroom.formats.amd;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code amd-smi xgmi --link-status}: the state of each xGMI link of each GPU. */
public final class XgmiStatusReader extends FormatReader {
  private static final Pattern TITLE = Pattern.compile("\\s*XGMI LINK STATUS:\\s*");
  private static final Pattern ROW =
      Pattern.compile(
          "\\s*GPU(\\d{1,3})\\s+([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])((?:\\s+[UDX]){1,32})\\s*");
  private static final String HEADING = "\\s*bdf\\s+link_status\\s*";
  private static final String LEGEND = "\\s*\\* U:Up D:Down X:Disabled\\s*";
  private static final Map<String, String> STATES = Map.of("U", "up", "D", "down", "X", "disabled");

  public XgmiStatusReader() {
    super(
        FormatKind.of(
            "amd-xgmi",
            "state of the xGMI links between AMD GPUs",
            "amd-smi xgmi --link-status",
            IgnoredLine.of(HEADING, "heading"),
            IgnoredLine.of(LEGEND, "legend"),
            IgnoredLine.of(TITLE.pattern(), "title")));
  }

  @Override
  protected List<String> clues() {
    return List.of("XGMI LINK STATUS");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return TITLE.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return ROW.matcher(line.text()).matches()
        || line.text().matches(HEADING)
        || line.text().matches(LEGEND);
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    return endOfParts(document, at);
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher row = ROW.matcher(line.text());
      if (row.matches()) {
        Subject gpu = Subject.gpu(row.group(1));
        sink.add(line, gpu, "pci", Subject.pciName(row.group(2)));
        String[] links = row.group(3).strip().split("\\s+");
        for (int i = 0; i < links.length; i++) {
          sink.add(line, gpu, "xgmi.link-" + i, STATES.getOrDefault(links[i], links[i]));
        }
      }
    }
  }
}
