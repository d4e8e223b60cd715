package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Ignored;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.Reader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code modinfo}: version and license of a module, which distinguish the open GPU driver
 * from the proprietary one.
 */
public final class ModinfoReader extends Reader {
  private static final Pattern FILE =
      Pattern.compile(
          "filename:\\s+(?:\\S*/([\\w-]+)\\.ko(?:\\.(?:xz|zst|gz))?|\\(builtin\\))\\s*");
  private static final Pattern FIELD = Pattern.compile("([a-z_]{4,20}):(?:\\s+(.*))?");

  private static final Pattern SKIPPED =
      Pattern.compile("alias:.*|(?:sig_\\w+|signature|signer):.*");

  public ModinfoReader() {
    super(
        Kind.of(
            "modinfo",
            "a kernel module: version, license, what it depends on",
            "modinfo nvidia",
            Ignored.of("alias:\\s.*", "hardware that a module is loaded for"),
            Ignored.of(
                "(sig_\\w+|signature|signer):.*|\\s+([0-9A-F]{2}:)+[0-9A-F]{0,2}", "signature")));
  }

  @Override
  protected List<String> clues() {
    return List.of("filename:");
  }

  @Override
  protected boolean starts(Document document, int at) {
    String text = document.text(at);
    return text.startsWith("filename:") && FILE.matcher(text).matches();
  }

  @Override
  protected boolean continues(Line line) {
    return FIELD.matcher(line.text()).matches() && !line.text().startsWith("filename:");
  }

  @Override
  protected void read(Block block, FactSink sink) {
    Matcher file = FILE.matcher(block.first().text());
    if (!file.matches() || file.group(1) == null) {
      return;
    }
    Subject module = Subject.module(file.group(1));
    for (Line line : block) {
      Matcher field = FIELD.matcher(line.text());
      if (field.matches() && !SKIPPED.matcher(line.text()).matches()) {
        String value = field.group(2) == null ? "" : field.group(2);
        String key =
            "parm".equals(field.group(1)) && value.indexOf(':') > 0
                ? "parameter-text." + value.substring(0, value.indexOf(':'))
                : field.group(1);
        sink.say(line, module, key, value);
      }
    }
  }
}
