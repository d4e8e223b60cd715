package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.UnbrokenReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code /etc/network/interfaces} of Debian and Cumulus. */
public final class InterfacesReader extends UnbrokenReader {
  private static final Pattern BEGIN =
      Pattern.compile("\\s*(auto|allow-hotplug|iface) ([\\w.@:-]+)(?: (.*))?");
  private static final Pattern OPTION = Pattern.compile("\\s+([a-z][\\w-]{1,40}) (\\S.*)");

  public InterfacesReader() {
    super(
        Kind.of(
            "interfaces",
            "how interfaces are set up at boot",
            "/etc/network/interfaces",
            Ignored.of("\\s*#.*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("auto ", "allow-hotplug ", "iface ");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return BEGIN.matcher(document.text(at)).matches()
        && (document.text(at).contains("iface ")
            || document.text(document.nextText(at + 1)).strip().startsWith("iface "));
  }

  @Override
  protected boolean continues(Line line) {
    return OPTION.matcher(line.text()).matches() || BEGIN.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Subject subject = Subject.netdev("unnamed");
    for (Line line : block) {
      Matcher begin = BEGIN.matcher(line.text());
      Matcher option = OPTION.matcher(line.text());
      if (begin.matches()) {
        subject = Subject.netdev(begin.group(2));
        String more = begin.group(3) == null ? "yes" : begin.group(3);
        sink.say(line, subject, "boot." + begin.group(1), more);
      } else if (option.matches()) {
        sink.say(line, subject, "boot." + option.group(1), option.group(2));
      }
    }
  }
}
