package dev.headroom.formats.ethernet;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Field;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of {@code lldpctl}: the switch and port that each interface is connected to. */
public final class LldpReader extends Reader {
  private static final Pattern INTERFACE =
      Pattern.compile("\\s*Interface:\\s+([\\w.@-]+),(?: alias: (.*?),)? via: (.*)");

  public LldpReader() {
    super(
        Kind.of(
            "lldp",
            "the switch port on which each interface hangs",
            "lldpctl, show lldp neighbors",
            Ignored.of("\\s*-{10,}\\s*", "ruler"),
            Ignored.of("LLDP neighbors:\\s*", "heading")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Interface:");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return document.text(at).contains("Interface:")
        && INTERFACE.matcher(document.text(at)).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Matcher on = INTERFACE.matcher(block.first().text());
    if (!on.matches()) {
      return;
    }
    Subject subject = Subject.netdev(on.group(1));
    if (on.group(2) != null) {
      sink.say(block.first(), subject, "lldp.alias", on.group(2));
    }
    sink.say(block.first(), subject, "lldp.via", on.group(3));
    String part = "";
    for (Line line : block.lines().subList(1, block.lines().size())) {
      var field = Field.of(line.text());
      if (field.isPresent()) {
        if (field.get().value().isEmpty()) {
          part = field.get().slug() + ".";
        }
        String key = "lldp." + (line.indent() > 3 ? part : "") + field.get().slug();
        sink.say(line, subject, key, field.get().value());
        switch (field.get().label()) {
          case "SysName" -> sink.say(line, subject, "neighbor.switch", field.get().value());
          case "PortID" ->
              sink.say(
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
