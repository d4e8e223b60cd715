package dev.headroom.formats.switches.nvue;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IndentOutline;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code nv config show} without further options: YAML with a list of a header and the
 * settings. The way to each value is the command that sets it, so that it reads as {@code nv config
 * show -o commands} does: {@code qos: roce: state: enabled} is {@code nv set qos roce state
 * enabled} (Cumulus Linux user guide, "NVUE CLI", of the configuration file startup.yaml).
 */
public final class NvueYamlReader extends FormatReader {
  private static final Pattern BEGIN = Pattern.compile("- (?:header|set):\\s*");
  private static final Pattern ENTRY =
      Pattern.compile(
          "( *)(- )?(?:'([^']{1,200})'|\"([^\"]{1,200})\"|([^\\s:'\"]{1,200})):(?: +(.*?))?\\s*");

  public NvueYamlReader() {
    super(
        FormatKind.of(
            "nvue-yaml",
            "configuration of a switch that runs Cumulus Linux, as YAML",
            "nv config show, /etc/nvue.d/startup.yaml"));
  }

  @Override
  protected List<String> clues() {
    return List.of("- header:", "- set:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).startsWith("- ")
        && BEGIN.matcher(document.text(at)).matches()
        && document.text(at + 1).startsWith("    ");
  }

  @Override
  protected boolean continues(TextLine line) {
    return ENTRY.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    IndentOutline parts = new IndentOutline();
    for (TextLine line : block) {
      Matcher entry = ENTRY.matcher(line.text());
      if (!entry.matches()) {
        continue;
      }
      int indent = entry.group(1).length();
      parts.leave(indent);
      String name = name(entry);
      String value = entry.group(6) == null ? "" : entry.group(6).replaceAll("^['\"]|['\"]$", "");
      String path = parts.path(" ") + name;
      if (path.startsWith("set ") && !value.isEmpty()) {
        String command = "nv " + path + (value.equals("{}") ? "" : " " + value);
        sink.add(
            line, new Subject(SubjectKind.SWITCH_SETTING, "configuration"), "command", command);
      } else {
        sink.add(line, new Subject(SubjectKind.SWITCH_SETTING, "nvue"), path, value);
      }
      parts.enter(line, indent, name);
    }
  }

  private static String name(Matcher entry) {
    for (int group = 3; group < 5; group++) {
      if (entry.group(group) != null) {
        return entry.group(group);
      }
    }
    return entry.group(5);
  }
}
