package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LabelledField;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code lldpctl}: the switch and port that each interface is connected to. */
public final class LldpReader extends FormatReader {
  private static final Pattern INTERFACE =
      Pattern.compile("\\s*Interface:\\s+([\\w.@-]+),(?: alias: (.*?),)? via: (.*)");

  public LldpReader() {
    super(
        FormatKind.of(
            "lldp",
            "the switch port of each interface",
            "lldpctl, show lldp neighbors",
            IgnoredLine.of("\\s*-{10,}\\s*", "ruler"),
            IgnoredLine.of("LLDP neighbors:\\s*", "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Interface:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).contains("Interface:")
        && INTERFACE.matcher(document.text(at)).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher on = INTERFACE.matcher(block.first().text());
    if (!on.matches()) {
      return;
    }
    Subject subject = Subject.netdev(on.group(1));
    if (on.group(2) != null) {
      sink.add(block.first(), subject, "lldp.alias", on.group(2));
    }
    sink.add(block.first(), subject, "lldp.via", on.group(3));
    String part = "";
    for (TextLine line : block.lines().subList(1, block.lines().size())) {
      var field = LabelledField.of(line.text());
      if (field.isPresent()) {
        if (field.get().value().isEmpty()) {
          part = field.get().slug() + ".";
        }
        String key = "lldp." + (line.indent() > 3 ? part : "") + field.get().slug();
        sink.add(line, subject, key, field.get().value());
        switch (field.get().label()) {
          case "SysName" -> sink.add(line, subject, "neighbor.switch", field.get().value());
          case "PortID" ->
              sink.add(
                  line,
                  subject,
                  "neighbor.port",
                  field.get().value().replaceFirst("^(ifname|local|mac) ", ""));
          default -> {}
        }
      }
    }
  }
}
