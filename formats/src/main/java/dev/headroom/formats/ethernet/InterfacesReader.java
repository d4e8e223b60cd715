package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code /etc/network/interfaces} of Debian and Cumulus. */
public final class InterfacesReader extends ContiguousReader {
  private static final Pattern BEGIN =
      Pattern.compile("\\s*(auto|allow-hotplug|iface) ([\\w.@:-]+)(?: (.*))?");
  private static final Pattern OPTION = Pattern.compile("\\s+([a-z][\\w-]{1,40}) (\\S.*)");

  public InterfacesReader() {
    super(
        FormatKind.of(
            "interfaces",
            "network interface configuration at boot",
            "/etc/network/interfaces",
            IgnoredLine.of("\\s*#.*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("auto ", "allow-hotplug ", "iface ");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return BEGIN.matcher(document.text(at)).matches()
        && (document.text(at).contains("iface ")
            || document.text(document.nextText(at + 1)).strip().startsWith("iface "));
  }

  @Override
  protected boolean continues(TextLine line) {
    return OPTION.matcher(line.text()).matches() || BEGIN.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject subject = Subject.netdev("unnamed");
    for (TextLine line : block) {
      Matcher begin = BEGIN.matcher(line.text());
      Matcher option = OPTION.matcher(line.text());
      if (begin.matches()) {
        subject = Subject.netdev(begin.group(2));
        String more = begin.group(3) == null ? "yes" : begin.group(3);
        sink.add(line, subject, "boot." + begin.group(1), more);
      } else if (option.matches()) {
        sink.add(line, subject, "boot." + option.group(1), option.group(2));
      }
    }
  }
}
