package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
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

/** Reader of settings in sections: fio jobs, systemd units, configuration of drivers and tools. */
public final class IniReader extends ContiguousReader {
  private static final Pattern SECTION = Pattern.compile("\\s*\\[([A-Za-z][\\w .:-]{0,60})\\]\\s*");
  private static final Pattern SETTING =
      Pattern.compile("\\s*([A-Za-z][\\w.-]{0,60})\\s*=\\s*(.*)");
  private static final Pattern FLAG = Pattern.compile("\\s*([a-z][a-z0-9_]{2,40})\\s*");

  public IniReader() {
    super(
        FormatKind.of(
            "ini",
            "settings in sections (INI)",
            "fio jobs, systemd units, configuration files",
            IgnoredLine.of("\\s*[#;].*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("[");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return document.text(at).indexOf('[') >= 0
        && SECTION.matcher(document.text(at)).matches()
        && SETTING.matcher(document.text(document.nextText(at + 1))).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return line.isBlank()
        || SECTION.matcher(line.text()).matches()
        || SETTING.matcher(line.text()).matches()
        || FLAG.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject subject = new Subject(SubjectKind.ITEM, "ini");
    for (TextLine line : block) {
      Matcher section = SECTION.matcher(line.text());
      Matcher setting = SETTING.matcher(line.text());
      if (section.matches()) {
        subject = new Subject(SubjectKind.ITEM, "ini " + section.group(1));
        sink.add(line, subject, "section", section.group(1));
      } else if (setting.matches()) {
        sink.add(line, subject, setting.group(1), setting.group(2));
      } else if (!line.isBlank()) {
        sink.add(line, subject, line.text().strip(), "yes");
      }
    }
  }
}
