package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.AlikeReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code sysctl -a}, {@code sysctl -w}, and files of {@code sysctl.d}. */
public final class SysctlReader extends AlikeReader {
  private static final String ROOT = "abi|crypto|debug|dev|fs|kernel|net|sunrpc|user|vm|fscache";

  public SysctlReader() {
    super(
        Kind.of("sysctl", "settings of the kernel", "sysctl -a"),
        "=",
        Pattern.compile("\\s*((?:" + ROOT + ")(?:[./][\\w@:*-]+)+)\\s*=\\s?(.*)"));
  }

  @Override
  protected void read(Line line, Matcher setting, FactSink sink) {
    String name = setting.group(1).replace('/', '.');
    sink.say(line, new Subject(Thing.SYSCTL, name), "value", setting.group(2));
  }
}
