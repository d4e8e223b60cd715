package dev.headroom.formats.switches.cumulus;

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

/**
 * Reader of Cumulus Linux' {@code /etc/cumulus/datapath/qos/qos_features.conf}, and of {@code
 * traffic.conf} before release 5: {@code pfc.GROUP.cos_list = [3]} (Cumulus Linux user guide,
 * "Quality of Service").
 */
public final class QosFeaturesReader extends Reader {
  private static final Pattern SETTING =
      Pattern.compile("\\s*([\\w-]{1,80}\\.[\\w.-]{1,120}) *= *(\\S.*?)\\s*");
  private static final Pattern NAMES =
      Pattern.compile("\\s*(traffic|remark|pfc|link_pause|ecn_red|shaping)\\.[\\w.-]+ *= *\\S.*");

  public QosFeaturesReader() {
    super(
        Kind.of(
            "qos-features",
            "classes, PFC, ECN and shaping of a switch that runs Cumulus Linux",
            "/etc/cumulus/datapath/qos/qos_features.conf",
            Ignored.of("\\s*#.*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("traffic.", "remark.", "pfc.", "link_pause.", "ecn_red.", "shaping.");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return NAMES.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(Line line) {
    return line.text().stripLeading().startsWith("#") || SETTING.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      Matcher setting = SETTING.matcher(line.text());
      if (setting.matches()) {
        sink.say(
            line,
            new Subject(Thing.SWITCH_SETTING, "qos-features"),
            setting.group(1),
            setting.group(2));
      }
    }
  }
}
