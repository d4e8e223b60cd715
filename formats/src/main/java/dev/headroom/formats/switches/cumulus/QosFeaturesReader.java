package dev.headroom.formats.switches.cumulus;

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

/**
 * Reader of Cumulus Linux' {@code /etc/cumulus/datapath/qos/qos_features.conf}, and of {@code
 * traffic.conf} before release 5: {@code pfc.GROUP.cos_list = [3]} (Cumulus Linux user guide,
 * "Quality of Service").
 */
public final class QosFeaturesReader extends FormatReader {
  private static final Pattern SETTING =
      Pattern.compile("\\s*([\\w-]{1,80}\\.[\\w.-]{1,120}) *= *(\\S.*?|(?<=port_set ?= ?))\\s*");
  private static final Pattern NAMES =
      Pattern.compile("\\s*(traffic|remark|pfc|link_pause|ecn_red|shaping)\\.[\\w.-]+ *= *\\S.*");

  public QosFeaturesReader() {
    super(
        FormatKind.of(
            "qos-features",
            "classes, PFC, ECN and shaping of a switch that runs Cumulus Linux",
            "/etc/cumulus/datapath/qos/qos_features.conf",
            IgnoredLine.of("\\s*#.*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("traffic.", "remark.", "pfc.", "link_pause.", "ecn_red.", "shaping.");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return NAMES.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return line.text().stripLeading().startsWith("#") || SETTING.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher setting = SETTING.matcher(line.text());
      if (setting.matches()) {
        sink.add(
            line,
            new Subject(SubjectKind.SWITCH_SETTING, "qos-features"),
            setting.group(1),
            setting.group(2));
      }
    }
  }
}
