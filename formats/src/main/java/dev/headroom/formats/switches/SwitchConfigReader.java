package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.IndentOutline;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
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
public final class SwitchConfigReader extends FormatReader {
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
  public SwitchConfigReader(List<CommandSyntax> forms) {
    super(
        FormatKind.of(
            "switch-config",
            "configuration of a switch: Arista EOS, Cisco NX-OS, Dell OS10, Cumulus NVUE, Mellanox Onyx",
            "show running-config, nv config show -o commands",
            IgnoredLine.of("\\s*!\\s*|\\s*##\\s*", "separator"),
            IgnoredLine.of("\\s*!\\s?\\S.*|\\s*##\\s?\\S.*", "comment"),
            IgnoredLine.of("\\s*exit\\s*", "end of a part")));
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
  protected boolean starts(SourceLines document, int at) {
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
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size()
        && !document.text(end).startsWith("```")
        && !document.isPromptOfHost(end)) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    IndentOutline parts = new IndentOutline();
    for (TextLine line : block) {
      String text = line.text().strip();
      Matcher platform = PLATFORM.matcher(text);
      if (platform.matches()) {
        sink.add(line, new Subject(SubjectKind.SWITCH_SETTING, "comment"), "comment", text);
      }
      Matcher named = HOST.matcher(text);
      if (named.matches()) {
        sink.add(line, Subject.host(), "hostname", named.group(1));
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
        sink.add(line, Subject.host(), "hostname", text.substring("hostname ".length()));
      }
      sink.add(line, new Subject(SubjectKind.SWITCH_SETTING, path(parts)), "command", text);
      parts.enter(line, indent, text);
    }
  }

  private static String path(IndentOutline parts) {
    String path = parts.path(" | ");
    return path.isEmpty() ? "configuration" : path.substring(0, path.length() - " | ".length());
  }
}
