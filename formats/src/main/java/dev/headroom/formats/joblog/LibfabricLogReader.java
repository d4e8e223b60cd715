package dev.headroom.formats.joblog;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of libfabric messages ({@code FI_LOG_LEVEL}), which plugins for EFA use, and of the output
 * of {@code fi_info} and tests where no provider matches.
 */
public final class LibfabricLogReader extends ContiguousReader {
  private static final Pattern LINE =
      Pattern.compile(
          "(.{0,120}?)libfabric:(\\d{1,10}):(\\d{1,12}):(\\S{0,120}?:\\w{1,80}\\(\\)):(\\d{1,6})<(\\w{1,10})> (\\S.*)");
  private static final Pattern NOTHING =
      Pattern.compile(
          "\\s*fi_(?:get)?info(?:\\(\\): (\\S{1,120}:\\d{1,6}), ret=|: )(-\\d{1,4}(?: \\([^)]{1,80}\\))?)\\s*");

  private static final Pattern BARE = Pattern.compile("\\s*(-61)\\s*");

  /** The provider that a command asks for: {@code fi_info -p efa}, {@code FI_PROVIDER=efa}. */
  private static final Pattern ASKED =
      Pattern.compile("(?:\\bFI_PROVIDER=|\\s-p ?|\\s--provider[ =])\"?(\\w{1,30})");

  public LibfabricLogReader() {
    super(
        FormatKind.of(
            "libfabric-log", "messages of libfabric", "FI_LOG_LEVEL=warn, fi_info -p efa"));
  }

  @Override
  protected List<String> clues() {
    return List.of("libfabric:", "info", "-61");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.contains("libfabric:") && LINE.matcher(text).matches())
        || (text.contains("info") && NOTHING.matcher(text).matches())
        || isBareError(document, at);
  }

  /** Some builds of {@code fi_info} print the number alone; -61 is ENODATA. */
  private static boolean isBareError(SourceLines document, int at) {
    return BARE.matcher(document.text(at)).matches() && document.text(at - 1).contains("fi_info");
  }

  @Override
  protected boolean continues(TextLine line) {
    return LINE.matcher(line.text()).matches() || NOTHING.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher said = LINE.matcher(line.text());
      Matcher nothing = NOTHING.matcher(line.text());
      Matcher bare = BARE.matcher(line.text());
      if (said.matches()) {
        message(line, said, sink);
      } else if (nothing.matches()) {
        nothing(line, nothing, block.command(), sink);
      } else if (bare.matches()) {
        bare(line, bare.group(1), block.command(), sink);
      }
    }
  }

  private static void message(TextLine line, Matcher said, FactSink sink) {
    Subject rank = new Subject(SubjectKind.RANK, "libfabric-" + said.group(2));
    sink.add(line, rank, "libfabric." + said.group(6), said.group(7));
    sink.add(line, rank, "time", said.group(3));
    sink.add(line, rank, "libfabric.where", said.group(4) + ":" + said.group(5));
    if (!said.group(1).isBlank()) {
      sink.add(line, rank, "log.prefix", said.group(1));
    }
  }

  /** Which provider was asked for stands in the command alone. */
  private static void nothing(TextLine line, Matcher said, String command, FactSink sink) {
    String provider = provider(command);
    Subject rank = new Subject(SubjectKind.RANK, "libfabric");
    String function = line.text().contains("fi_getinfo") ? "fi_getinfo:" : "fi_info:";
    sink.add(line, rank, "libfabric.warn", function + provider + " " + said.group(2));
    if (said.group(1) != null) {
      sink.add(line, rank, "libfabric.where", said.group(1));
    }
  }

  private static void bare(TextLine line, String error, String command, FactSink sink) {
    sink.add(
        line,
        new Subject(SubjectKind.RANK, "libfabric"),
        "libfabric.warn",
        "fi_info:" + provider(command) + " " + error);
  }

  private static String provider(String command) {
    Matcher asked = ASKED.matcher(" " + command);
    return asked.find() ? " provider " + asked.group(1) + ":" : "";
  }
}
