package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code sysctl -a}, {@code sysctl -w}, and files of {@code sysctl.d}. */
public final class SysctlReader extends Reader {
  private static final String ROOT = "abi|crypto|debug|dev|fs|kernel|net|sunrpc|user|vm|fscache";
  private static final Pattern SETTING =
      Pattern.compile("\\s*((?:" + ROOT + ")(?:[./][\\w@:*-]+)+)\\s*=\\s?(.*)");

  public SysctlReader() {
    super(Kind.of("sysctl", "settings of the kernel", "sysctl -a"));
  }

  @Override
  protected boolean starts(Document document, int at) {
    return document.text(at).indexOf('=') > 0 && SETTING.matcher(document.text(at)).matches();
  }

  @Override
  protected boolean continues(Line line) {
    return SETTING.matcher(line.text()).matches();
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    return endOfAlike(document, at);
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      Matcher setting = SETTING.matcher(line.text());
      if (setting.matches()) {
        String name = setting.group(1).replace('/', '.');
        sink.say(line, new Subject(Thing.SYSCTL, name), "value", setting.group(2));
      }
    }
  }
}
