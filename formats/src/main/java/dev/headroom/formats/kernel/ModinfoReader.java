package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code modinfo}: version and license of a module, which distinguish the open GPU driver
 * from the proprietary one.
 */
public final class ModinfoReader extends FormatReader {
  private static final Pattern FILE =
      Pattern.compile(
          "filename:\\s+(?:\\S*/([\\w-]+)\\.ko(?:\\.(?:xz|zst|gz))?|\\(builtin\\))\\s*");
  private static final Pattern FIELD = Pattern.compile("([a-z_]{4,20}):(?:\\s+(.*))?");

  private static final Pattern SKIPPED =
      Pattern.compile("alias:.*|(?:sig_\\w+|signature|signer):.*");

  public ModinfoReader() {
    super(
        FormatKind.of(
            "modinfo",
            "a kernel module: version, license, dependencies",
            "modinfo nvidia",
            IgnoredLine.of("alias:\\s.*", "hardware aliases of a module"),
            IgnoredLine.of(
                "(sig_\\w+|signature|signer):.*|\\s+([0-9A-F]{2}:)+[0-9A-F]{0,2}", "signature")));
  }

  @Override
  protected List<String> clues() {
    return List.of("filename:");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.startsWith("filename:") && FILE.matcher(text).matches();
  }

  @Override
  protected boolean continues(TextLine line) {
    return FIELD.matcher(line.text()).matches() && !line.text().startsWith("filename:");
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher file = FILE.matcher(block.first().text());
    if (!file.matches() || file.group(1) == null) {
      return;
    }
    Subject module = Subject.module(file.group(1));
    for (TextLine line : block) {
      Matcher field = FIELD.matcher(line.text());
      if (field.matches() && !SKIPPED.matcher(line.text()).matches()) {
        String value = field.group(2) == null ? "" : field.group(2);
        String key =
            "parm".equals(field.group(1)) && value.indexOf(':') > 0
                ? "parameter-text." + value.substring(0, value.indexOf(':'))
                : field.group(1);
        sink.add(line, module, key, value);
      }
    }
  }
}
