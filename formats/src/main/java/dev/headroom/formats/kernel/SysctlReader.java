package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code sysctl -a}, {@code sysctl -w}, and files of {@code sysctl.d}, where a leading
 * minus ignores a missing setting (sysctl.d(5)).
 */
public final class SysctlReader extends SinglePatternReader {
  /** What a file wants a setting to be, which is no word of what it is. */
  public static final String FILED = "filed";

  /**
   * Where settings stand that the next boot, or {@code sysctl --system}, makes: the kernel may have
   * others.
   */
  private static final Pattern FILES =
      Pattern.compile("(?:.*/)?(?:etc|run|lib)/sysctl\\.(?:conf|d/[^/]*)");

  private static final String ROOT = "abi|crypto|debug|dev|fs|kernel|net|sunrpc|user|vm|fscache";

  public SysctlReader() {
    super(
        FormatKind.of("sysctl", "kernel settings", "sysctl -a"),
        "=",
        Pattern.compile("\\s*-?((?:" + ROOT + ")(?:[./][\\w@:*-]+)+)\\s*=\\s?(.*)"));
  }

  @Override
  protected void read(TextLine line, Matcher setting, FactSink sink) {
    String name = setting.group(1).replace('/', '.');
    boolean filed = FILES.matcher(line.evidence().source().name()).matches();
    sink.add(
        line, new Subject(SubjectKind.SYSCTL, name), filed ? FILED : "value", setting.group(2));
  }
}
