package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.UnbrokenReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reader of settings in sections: fio jobs, systemd units, configuration of drivers and tools. */
public final class IniReader extends UnbrokenReader {
  private static final Pattern SECTION = Pattern.compile("\\s*\\[([A-Za-z][\\w .:-]{0,60})\\]\\s*");
  private static final Pattern SETTING =
      Pattern.compile("\\s*([A-Za-z][\\w.-]{0,60})\\s*=\\s*(.*)");
  private static final Pattern FLAG = Pattern.compile("\\s*([a-z][a-z0-9_]{2,40})\\s*");

  public IniReader() {
    super(
        Kind.of(
            "ini",
            "settings in sections",
            "fio jobs, systemd units, configuration files",
            Ignored.of("\\s*[#;].*", "comment")));
  }

  @Override
  protected List<String> clues() {
    return List.of("[");
  }

  @Override
  protected boolean starts(Document document, int at) {
    return document.text(at).indexOf('[') >= 0
        && SECTION.matcher(document.text(at)).matches()
        && SETTING.matcher(document.text(document.nextText(at + 1))).matches();
  }

  @Override
  protected boolean continues(Line line) {
    return line.isBlank()
        || SECTION.matcher(line.text()).matches()
        || SETTING.matcher(line.text()).matches()
        || FLAG.matcher(line.text()).matches();
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Subject subject = new Subject(Thing.ITEM, "ini");
    for (Line line : block) {
      Matcher section = SECTION.matcher(line.text());
      Matcher setting = SETTING.matcher(line.text());
      if (section.matches()) {
        subject = new Subject(Thing.ITEM, "ini " + section.group(1));
        sink.say(line, subject, "section", section.group(1));
      } else if (setting.matches()) {
        sink.say(line, subject, setting.group(1), setting.group(2));
      } else if (!line.isBlank()) {
        sink.say(line, subject, line.text().strip(), "yes");
      }
    }
  }
}
