package dev.headroom.formats.nic;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code devlink health show}: for each health reporter of a PCI device its state, how
 * many errors it saw, and of how many it recovered (devlink-health(8)). Reporters of a port stand
 * below the device with the port's number.
 */
public final class DevlinkHealthReader extends ContiguousReader {
  /** Beginning of all keys; the name of the reporter follows. */
  public static final String PREFIX = "health.";

  private static final Pattern DEVICE =
      Pattern.compile(
          "\\s*pci/([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])(?:/(\\d{1,6}))?:?\\s*");
  private static final Pattern REPORTER = Pattern.compile("\\s*reporter (\\w{1,40})\\s*");
  private static final Pattern STATE = Pattern.compile("\\s*state (\\w+)((?: \\w+ \\S+)*)\\s*");
  private static final Pattern FIELD = Pattern.compile(" (\\w+) (\\S+)");

  public DevlinkHealthReader() {
    super(
        FormatKind.of(
            "devlink-health", "health reporters of NICs and their errors", "devlink health show"));
  }

  @Override
  protected List<String> clues() {
    return List.of("pci/");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return DEVICE.matcher(document.text(at)).matches()
        && REPORTER.matcher(document.text(at + 1)).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return DEVICE.matcher(line.text()).matches()
        || REPORTER.matcher(line.text()).matches()
        || STATE.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject device = Subject.host();
    String port = "";
    String reporter = "";
    for (TextLine line : block) {
      Matcher head = DEVICE.matcher(line.text());
      Matcher name = REPORTER.matcher(line.text());
      Matcher state = STATE.matcher(line.text());
      if (head.matches()) {
        device = Subject.pci(head.group(1));
        port = head.group(2) == null ? "" : "port-" + head.group(2) + ".";
        sink.add(line, device, "devlink", line.text().strip());
      } else if (name.matches()) {
        reporter = PREFIX + port + name.group(1);
        sink.add(line, device, "devlink.reporter", name.group(1));
      } else if (state.matches()) {
        sink.add(line, device, reporter + ".state", state.group(1));
        Matcher field = FIELD.matcher(state.group(2));
        while (field.find()) {
          sink.add(line, device, reporter + "." + field.group(1), field.group(2));
        }
      }
    }
  }
}
