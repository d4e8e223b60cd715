package dev.headroom.formats.switches.sonic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of flags in SONiC's {@code show interfaces transceiver status}, of a module or one of its
 * lanes: {@code Rx power low alarm flag on lane 3: True}. A flag is {@code On} or {@code Off}, as
 * tools of other vendors have it.
 */
final class SonicModuleFlag {
  private static final Pattern OF_LANE =
      Pattern.compile("(\\S.{2,60}?) (?:on|of) (?:media |host )?(?:lane|line) (\\d{1,2})");
  private static final Pattern LIMIT =
      Pattern.compile("(\\S.{1,40}?) (high|low) (alarm|warning) flag");
  private static final Pattern FLAG = Pattern.compile("(\\S.{1,60}?) flag|(\\S.{1,60} fault)");

  private SonicModuleFlag() {}

  /** Whether it was one that names a lane or is a flag. */
  static boolean addsFlag(TextLine line, Subject port, LabelledField field, FactSink sink) {
    Matcher ofLane = OF_LANE.matcher(field.label());
    boolean lane = ofLane.matches();
    String name = lane ? ofLane.group(1) : field.label();
    String key = "module." + (lane ? "lane-" + ofLane.group(2) + "-" : "");
    Matcher limit = LIMIT.matcher(name);
    Matcher flag = FLAG.matcher(name);
    if (limit.matches()) {
      String sensor = SonicSensors.sensor(limit.group(1));
      key = key + sensor + "-" + limit.group(2) + "-" + limit.group(3);
      sink.add(line, port, key, onOrOff(field.value()));
      return true;
    }
    if (flag.matches()) {
      String what = flag.group(1) == null ? flag.group(2) : flag.group(1);
      sink.add(line, port, key + KeySlug.of(what), onOrOff(field.value()));
      return true;
    }
    if (lane) {
      sink.add(line, port, key + KeySlug.of(name), field.value());
    }
    return lane;
  }

  static String onOrOff(String value) {
    return switch (value) {
      case "True" -> "On";
      case "False" -> "Off";
      default -> value;
    };
  }
}
