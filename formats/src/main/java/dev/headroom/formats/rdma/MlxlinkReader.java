package dev.headroom.formats.rdma;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Arguments;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Field;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import dev.headroom.formats.read.Slug;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code mlxlink -d DEVICE -m -c}: link, FEC, module and physical counters. */
public final class MlxlinkReader extends Reader {
  private static final Pattern PART =
      Pattern.compile(
          "\\s*(Operational Info|Supported Info|Troubleshooting Info|Tool Information|Physical Counters and BER Info|Module Info|Management PCIe Timers Counters Info.*|PCIe .*Info.*|EYE Opening Info.*|FEC Capability Info.*|Serdes Tuning .*Info.*|Port Info.*)\\s*");

  private static final Pattern LANE = Pattern.compile("Lane (\\d{1,2}) +: (.*\\S)\\s*");

  public MlxlinkReader() {
    super(
        Kind.of(
            "mlxlink",
            "link, FEC, module and physical counters of a ConnectX",
            "mlxlink -d DEVICE -m -c",
            Ignored.of("\\s*-+\\s*", "ruler")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Info");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return PART.matcher(text).matches() && document.text(at + 1).strip().startsWith("--");
  }

  @Override
  protected boolean continues(Line line) {
    return PART.matcher(line.text()).matches() || line.text().startsWith("----");
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Subject subject =
        NvidiaTool.device(
            Arguments.after(block.command(), "-d"), Arguments.device(block, "mlxlink", "-d"));
    String part = "";
    for (Line line : block) {
      Matcher lane = LANE.matcher(line.text());
      if (PART.matcher(line.text()).matches()) {
        part = part(line.text());
        sink.say(line, subject, "mlxlink.part", part);
      } else if (lane.matches()) {
        sink.say(line, subject, "mlxlink." + part + ".lane." + lane.group(1), lane.group(2));
      } else {
        String of = part;
        Field.of(line.text())
            .ifPresent(field ->
                sink.say(line, subject, "mlxlink." + of + "." + field.slug(), field.value()));
      }
    }
  }

  /** What keys of a part begin with, by its heading. */
  static String part(String heading) {
    return Slug.of(heading).replace("-info", "");
  }
}
