package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code mlxlink -d DEVICE -m -c}: link, FEC, module and physical counters. */
public final class MlxlinkReader extends FormatReader {
  private static final Pattern PART =
      Pattern.compile(
          "\\s*(Operational Info|Supported Info|Troubleshooting Info|Tool Information|Physical Counters and BER Info|Module Info|Management PCIe Timers Counters Info.*|PCIe .*Info.*|EYE Opening Info.*|FEC Capability Info.*|Serdes Tuning .*Info.*|Port Info.*)\\s*");

  private static final Pattern LANE = Pattern.compile("Lane (\\d{1,2}) +: (.*\\S)\\s*");

  public MlxlinkReader() {
    super(
        FormatKind.of(
            "mlxlink",
            "link, FEC, module and physical counters of a ConnectX",
            "mlxlink -d DEVICE -m -c",
            IgnoredLine.of("\\s*-+\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Info");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return PART.matcher(text).matches() && document.text(at + 1).strip().startsWith("--");
  }

  @Override
  protected boolean continues(TextLine line) {
    return PART.matcher(line.text()).matches() || line.text().startsWith("----");
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject subject =
        NvidiaToolDevice.device(
            CommandArguments.after(block.command(), "-d"),
            CommandArguments.device(block, "mlxlink", "-d"));
    String part = "";
    for (TextLine line : block) {
      Matcher lane = LANE.matcher(line.text());
      if (PART.matcher(line.text()).matches()) {
        part = part(line.text());
        sink.add(line, subject, "mlxlink.part", part);
      } else if (lane.matches()) {
        sink.add(line, subject, "mlxlink." + part + ".lane." + lane.group(1), lane.group(2));
      } else {
        String of = part;
        LabelledField.of(line.text())
            .ifPresent(field ->
                sink.add(line, subject, "mlxlink." + of + "." + field.slug(), field.value()));
      }
    }
  }

  /** What keys of a part begin with, by its heading. */
  static String part(String heading) {
    return KeySlug.of(heading).replace("-info", "");
  }
}
