package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Outline;
import dev.headroom.formats.read.Reader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Configurations of Arista EOS, Cisco NX-OS and Dell OS10: commands, those of a part indented below
 * it. Each command is a fact of the parts it stands in.
 */
public final class SwitchConfigReader extends Reader {
  private static final Pattern BEGIN =
      Pattern.compile(
          "(interface (Ethernet|Port-[Cc]hannel|Vlan|mgmt|Management|loopback|ethernet)\\S*.*|!RANCID-CONTENT-TYPE: .*|!Command: show running.*"
              + "|! Command: show running.*|qos profile .*|qos map .*|class-map .*|policy-map .*|hostname \\S+|feature \\w+.*|vdc .*|version \\d\\S* Bios.*|transceiver qsfp .*|priority-flow-control .*|qos (?:random|rewrite|tx-queue).*|trust dscp-map \\S+|wred \\S+|system qos|nv set \\S.*)");
  private static final Pattern PLATFORM =
      Pattern.compile(
          "!\\s?(?:RANCID-CONTENT-TYPE|Command|device|Make|Model|Name|boot system)\\b:?\\s*(.*)");

  public SwitchConfigReader() {
    super(
        Kind.of(
            "switch-config",
            "configuration of a switch: Arista EOS, Cisco NX-OS, Dell OS10, Cumulus NVUE",
            "show running-config, nv config show -o commands",
            Ignored.of("\\s*!\\s*", "separator"),
            Ignored.of("\\s*!\\s?\\S.*", "comment"),
            Ignored.of("\\s*exit\\s*", "end of a part")));
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    if (BEGIN.matcher(text).matches()) {
      return true;
    }
    int next = document.nextText(at + 1);
    return text.startsWith("!") && next < at + 4 && BEGIN.matcher(document.text(next)).matches();
  }

  @Override
  protected int end(Document document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size() && !document.text(end).startsWith("```")) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Outline parts = new Outline();
    for (Line line : block) {
      String text = line.text().strip();
      Matcher platform = PLATFORM.matcher(text);
      if (platform.matches()) {
        sink.say(line, new Subject(Thing.SWITCH_SETTING, "comment"), "comment", text);
      }
      if (text.isEmpty() || text.startsWith("!")) {
        continue;
      }
      int indent = line.indent();
      parts.leave(indent);
      sink.say(line, new Subject(Thing.SWITCH_SETTING, path(parts)), "command", text);
      parts.enter(line, indent, text);
      if (text.startsWith("hostname ") && indent == 0) {
        sink.say(line, Subject.host(), "hostname", text.substring("hostname ".length()));
      }
    }
  }

  private static String path(Outline parts) {
    String path = parts.path(" | ");
    return path.isEmpty() ? "configuration" : path.substring(0, path.length() - " | ".length());
  }
}
