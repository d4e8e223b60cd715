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
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reader of configurations of Arista EOS, Cisco NX-OS, Dell OS10 and Mellanox Onyx. They are
 * commands, with those of a section indented below it or behind it in the same line. Each command
 * is a fact of the parts it stands in.
 */
public final class SwitchConfigReader extends Reader {
  /** Lines that configurations of several vendors begin with. */
  private static final String SHARED =
      "interface (Ethernet|Port-[Cc]hannel|Vlan|mgmt|Management|loopback|ethernet)\\S*.*"
          + "|!RANCID-CONTENT-TYPE: .*|class-map .*|policy-map .*|hostname \\S+";

  private static final List<String> CLUES =
      List.of("interface ", "!", "class-map ", "policy-map ", "hostname ");

  /** Onyx says it in the comments on top. */
  private static final Pattern HOST = Pattern.compile("##\\s+Hostname:\\s+(\\S+)");

  private static final Pattern PLATFORM =
      Pattern.compile(
          "(?:!|##)\\s?(?:RANCID-CONTENT-TYPE|Command|device|Make|Model|Name|boot system|Product release|Running database)\\b:?\\s*(.*)");

  private final Pattern begin;
  private final List<String> clues;

  /** One that knows these languages. */
  public SwitchConfigReader(List<CommandForm> forms) {
    super(
        Kind.of(
            "switch-config",
            "configuration of a switch: Arista EOS, Cisco NX-OS, Dell OS10, Cumulus NVUE, Mellanox Onyx",
            "show running-config, nv config show -o commands",
            Ignored.of("\\s*!\\s*|\\s*##\\s*", "separator"),
            Ignored.of("\\s*!\\s?\\S.*|\\s*##\\s?\\S.*", "comment"),
            Ignored.of("\\s*exit\\s*", "end of a part")));
    begin =
        Pattern.compile(
            Stream.concat(Stream.of(SHARED), forms.stream().flatMap(form -> form.begins().stream()))
                .collect(Collectors.joining("|", "(?:", ")")));
    clues =
        Stream.concat(CLUES.stream(), forms.stream().flatMap(form -> form.clues().stream()))
            .distinct()
            .toList();
  }

  @Override
  protected List<String> clues() {
    return clues;
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    if (begin.matcher(text).matches()) {
      return true;
    }
    int next = document.nextText(at + 1);
    return text.startsWith("!") && next < at + 4 && begin.matcher(document.text(next)).matches();
  }

  /**
   * Up to a prompt that names the switch: commands look like those of tools that have no prompt.
   */
  @Override
  protected int end(Document document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size()
        && !document.text(end).startsWith("```")
        && !document.isPromptOfHost(end)) {
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
      Matcher named = HOST.matcher(text);
      if (named.matches()) {
        sink.say(line, Subject.host(), "hostname", named.group(1));
      }
      if (text.startsWith("##")) {
        // Onyx indents by chance; its parts begin with a comment.
        parts.clear();
      }
      if (text.isEmpty() || text.startsWith("!") || text.startsWith("##")) {
        continue;
      }
      int indent = line.indent();
      parts.leave(indent);
      if (text.startsWith("hostname ") && parts.isEmpty()) {
        sink.say(line, Subject.host(), "hostname", text.substring("hostname ".length()));
      }
      sink.say(line, new Subject(Thing.SWITCH_SETTING, path(parts)), "command", text);
      parts.enter(line, indent, text);
    }
  }

  private static String path(Outline parts) {
    String path = parts.path(" | ");
    return path.isEmpty() ? "configuration" : path.substring(0, path.length() - " | ".length());
  }
}
