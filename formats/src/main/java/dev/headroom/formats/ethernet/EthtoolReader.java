package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.CommandArguments;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code ethtool} without options and with {@code -i -a -g -k -c -l --show-fec -T -m}: a
 * title with the interface, and labels with values below.
 */
public final class EthtoolReader extends FormatReader {
  private static final Pattern TITLE =
      Pattern.compile(
          "\\s*(Settings|Pause parameters|Ring parameters|Features|Coalesce parameters|Channel parameters"
              + "|FEC parameters|Time stamping parameters|Private flags|RX flow hash indirection table|Permanent address|EEE settings) for ([\\w.@:-]+?):?(?: .*)?");
  private static final Pattern DRIVER = Pattern.compile("\\s*driver:\\s*(\\S+)\\s*");

  /** What {@code -c} says below its title in groups that blank lines part. */
  private static final Pattern COALESCE =
      Pattern.compile(
          "\\s*(?:[a-z]+(?:-[a-z]+){1,4}:\\s*(?:\\d{1,20}|n/a)|(?:Adaptive|CQE mode) RX: .*)\\s*");

  /** {@code Adaptive RX: on TX: off}: two settings on one line. */
  private static final Pattern BOTH_WAYS =
      Pattern.compile("\\s*([A-Z][\\w ]{1,30}) RX:\\s*(\\S+)\\s+TX:\\s*(\\S+)\\s*");

  private static final Pattern MODULE = Pattern.compile("\\s*Identifier\\s+: 0x.*");

  public EthtoolReader() {
    super(
        FormatKind.of(
            "ethtool",
            "settings, driver, pause, rings, offloads, FEC and module of an interface",
            "ethtool [-i|-a|-g|-k|-c|-l|--show-fec|-T|-m] INTERFACE"));
  }

  @Override
  protected List<String> clues() {
    return List.of(" for ", "driver:", "Identifier");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.endsWith(":") && TITLE.matcher(text).matches())
        || (text.contains("driver:")
            && DRIVER.matcher(text).matches()
            && document.text(at + 1).strip().startsWith("version:"))
        || MODULE.matcher(text).matches();
  }

  /** The groups of {@code -c} look like counters of {@code -S} to others. */
  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    if (!document.text(at).strip().startsWith("Coalesce parameters for ")) {
      return super.end(document, at, starts);
    }
    int last = at;
    int next = document.nextText(at + 1);
    while (isCoalescing(document, next)) {
      last = next;
      next = document.nextText(next + 1);
    }
    return next == last + 1 ? super.end(document, last, starts) : last + 1;
  }

  private static boolean isCoalescing(SourceLines document, int at) {
    return at < document.size()
        && !document.isBoundary(at)
        && COALESCE.matcher(document.text(at)).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher title = TITLE.matcher(block.first().text());
    boolean titled = title.matches();
    String device =
        titled ? title.group(2) : CommandArguments.device(block, "ethtool", "-i").orElse("unnamed");
    String part =
        titled
            ? part(title.group(1))
            : MODULE.matcher(block.first().text()).matches() ? "module." : "";
    Subject subject = Subject.netdev(device);
    String heading = "";
    String label = "";
    for (TextLine line : block) {
      if (line.number() == block.first().number() && titled) {
        sink.add(line, subject, part.isEmpty() ? "settings" : part + "present", "yes");
        continue;
      }
      if (line.isBlank()) {
        continue;
      }
      Matcher both = BOTH_WAYS.matcher(line.text());
      if (both.matches()) {
        String setting = part + KeySlug.of(both.group(1));
        sink.add(line, subject, setting + "-rx", both.group(2));
        sink.add(line, subject, setting + "-tx", both.group(3));
        continue;
      }
      var field = LabelledField.of(line.text());
      if (field.isEmpty() || line.indent() >= 24) {
        more(line, subject, part + label, sink);
      } else if (field.get().value().isEmpty() && "rings.".equals(part)) {
        heading = field.get().label().startsWith("Pre-set") ? "max." : "";
        sink.add(line, subject, part + "heading", field.get().label());
      } else if (field.get().label().length() <= 60) {
        label = heading + key(part, field.get());
        value(line, subject, part + label, field.get().value(), sink);
      }
    }
  }

  private static String part(String title) {
    return switch (title) {
      case "Pause parameters" -> "pause.";
      case "Ring parameters" -> "rings.";
      case "Features" -> "feature.";
      case "Coalesce parameters" -> "coalesce.";
      case "Channel parameters" -> "channels.";
      case "FEC parameters" -> "fec.";
      case "Settings" -> "";
      default -> KeySlug.of(title) + ".";
    };
  }

  private static String key(String part, LabelledField field) {
    return switch (part + field.label()) {
      case "firmware-version" -> "firmware";
      case "bus-info" -> "pci";
      case "Link detected" -> "link";
      case "version" -> "driver.version";
      default -> field.slug();
    };
  }

  /** {@code 54000Mb/s}; {@code on [fixed]}; {@code 0000:5d:00.0}. */
  private static void value(
      TextLine line, Subject subject, String key, String value, FactSink sink) {
    sink.add(line, subject, key, value);
    if ("speed".equals(key) && value.matches("\\d{1,9}Mb/s")) {
      sink.add(line, subject, "speed.mbps", value.substring(0, value.length() - 4));
    }
    if (key.startsWith("feature.") && value.matches("(on|off) .*")) {
      sink.add(line, subject, key + ".state", value.split(" ", 2)[0]);
    }
  }

  /** Link modes, message levels and what can be stamped go on over several lines. */
  private static void more(TextLine line, Subject subject, String key, FactSink sink) {
    boolean list = key.startsWith("time-stamping-parameters.") && line.indent() > 0;
    if (!key.isEmpty() && (line.indent() >= 16 || list)) {
      sink.add(line, subject, key, line.text());
    }
  }
}
