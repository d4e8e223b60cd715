package dev.headroom.formats.sysfs;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.rdma.RdmaKeys;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.OutputCompleteness;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of {@code /sys} and {@code /proc} files as terminals show them: {@code PATH:VALUE} of
 * {@code grep . PATHS}, {@code ==> PATH <==} with the text below of {@code head} and {@code tail},
 * and the one line of each file that the prompt above names, of {@code cat}. They say what the same
 * files in a bundle say.
 */
public final class SysfsLinesReader extends FormatReader {
  /** Without blanks before its last name: names of counters may have some. */
  private static final Pattern PATH = Pattern.compile("/(?:sys|proc)/\\S*/[^/]+|/proc/\\w+");

  /** From {@code /sys/class/infiniband}, where many stand as they ask. */
  private static final Pattern OF_PORT = Pattern.compile("\\w[\\w.-]*/ports/\\d{1,3}/\\S.*");

  private static final Pattern HEADING = Pattern.compile("==> (\\S.*\\S) <==\\s*");
  private static final Pattern SHOWN =
      Pattern.compile(
          "(?:sudo )?(?:cat|head|tail)(?: -n? ?\\d+)?((?: (?:/sys|/proc)/[^\\s*?\\[{|;&<>]+)+)\\s*");

  /** A command that asks for each of them. */
  private static final Pattern ALL_DEVICES = Pattern.compile("/sys/class/infiniband/\\*/");

  /** A command that asks for each entry of GID tables. */
  private static final Pattern ALL_GIDS = Pattern.compile("/gids/\\*");

  private static final Pattern OF_GID =
      Pattern.compile("\\S*?([\\w.-]+)/ports/(\\d{1,3})/gids/\\d+:.*");

  /** How one function of PCI is found below those above it. */
  private static final Pattern BELOW_BRIDGES =
      Pattern.compile(
          "/sys/devices/pci[0-9a-f:]+/\\S*?([0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]/[a-z]\\w*)");

  /** Below a dozen bridges; lines that are all colons must not take long. */
  private static final int LONGEST_PATH = 400;

  /** What the commands say of a file instead of its text, with the words of strerror. */
  private static final String ERROR =
      "(?:grep|cat|head|tail): \\S.{0,400}: (?:Invalid argument|Is a directory|No such file or directory|Permission denied|Operation not (?:supported|permitted)|Input/output error"
          + "|No such device(?: or address)?|Device or resource busy|Connection timed out|No data available|Resource temporarily unavailable)";

  private static final Pattern FAILED = Pattern.compile(ERROR);

  public SysfsLinesReader() {
    super(
        FormatKind.of(
            "sysfs-lines",
            "kernel values with their file paths",
            "grep . /sys/class/infiniband/*/ports/*/counters/*, head -n 1 /sys/..., cat /proc/sys/...",
            IgnoredLine.of(ERROR + "|/\\S+:\\s*", "empty file")));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (isNamed(text) && Said.of(text).isPresent())
        || (text.startsWith("==> ") && headed(text).isPresent())
        || !shown(document, at).isEmpty();
  }

  @Override
  protected boolean continues(TextLine line) {
    return isNamed(line.text()) || hasFailed(line);
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    List<String> shown = shown(document, at);
    if (!shown.isEmpty()) {
      return at + shown.size();
    }
    int end = at;
    while (end < document.size()) {
      if (headed(document.text(end)).isPresent()) {
        end = untilBlank(document, end + 1);
        int next = document.nextText(end);
        end = headed(document.text(next)).isPresent() ? next : end;
      } else if (continues(document.line(end))) {
        end++;
      } else {
        break;
      }
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<String> shown = shown(block.command(), block.lines().size());
    if (!shown.isEmpty() && !isNamed(block.first().text())) {
      each(block, shown, sink);
      return;
    }
    if (ALL_DEVICES.matcher(block.command()).find()
        && !OutputCompleteness.isFiltered(block.command())) {
      sink.add(block.first(), Subject.host(), RdmaKeys.DEVICES_LISTED, "/sys/class/infiniband");
    }
    if (ALL_GIDS.matcher(block.command()).find()
        && !OutputCompleteness.isFiltered(block.command())) {
      gids(block, sink);
    }
    Optional<KernelFile> above = Optional.empty();
    for (TextLine line : block) {
      Matcher heading = HEADING.matcher(line.text());
      if (heading.matches()) {
        above = headed(line.text());
        sink.add(line, new Subject(SubjectKind.ITEM, heading.group(1)), "file", "shown");
      } else if (above.isPresent() && !line.isBlank() && !hasFailed(line)) {
        above.get().addFact(line, line.text().strip(), sink);
      } else {
        Said.of(line.text()).ifPresent(said -> say(line, said.file(), said.value(), sink));
      }
    }
  }

  /** Says of which ports the whole tables are there. */
  private static void gids(LineBlock block, FactSink sink) {
    Set<Subject> ports = new HashSet<>();
    for (TextLine line : block) {
      Matcher gid = OF_GID.matcher(line.text());
      if (gid.matches() && ports.add(Subject.port(gid.group(1), gid.group(2)))) {
        Subject port = Subject.port(gid.group(1), gid.group(2));
        sink.add(line, port, RdmaKeys.GIDS_BEGIN, "0");
        sink.add(line, port, RdmaKeys.GIDS_LISTED, "sysfs");
      }
    }
  }

  /** Files that failed have an error, wherever it stands; the other lines are of the others. */
  private static void each(LineBlock block, List<String> shown, FactSink sink) {
    List<String> left = new ArrayList<>(shown);
    List<TextLine> values = new ArrayList<>();
    for (TextLine line : block) {
      if (hasFailed(line)) {
        left.removeIf(path -> line.text().matches(".*[ ']\\Q" + path + "\\E['\\s:].*"));
      } else {
        values.add(line);
      }
    }
    for (int i = 0; left.size() == values.size() && i < left.size(); i++) {
      TextLine line = values.get(i);
      file(left.get(i)).ifPresent(file -> say(line, file, line.text(), sink));
    }
  }

  private static void say(TextLine line, KernelFile file, String text, FactSink sink) {
    if (text.isBlank()) {
      return;
    }
    file.addFact(line, text.strip(), sink);
    if (!file.isInKernelFolder()) {
      sink.add(line, new Subject(SubjectKind.ITEM, file.folder()), "file", text);
    }
  }

  private static boolean isNamed(String text) {
    return text.startsWith("/sys/")
        || text.startsWith("/proc/")
        || (text.contains("/ports/") && OF_PORT.matcher(text).matches());
  }

  private static boolean hasFailed(TextLine line) {
    return line.text().contains(": ") && FAILED.matcher(line.text()).matches();
  }

  private static Optional<KernelFile> file(String path) {
    if (!PATH.matcher(path).matches() && !OF_PORT.matcher(path).matches()) {
      return Optional.empty();
    }
    Matcher below = BELOW_BRIDGES.matcher(path);
    Optional<KernelFile> found =
        KernelFile.of(below.matches() ? "/sys/bus/pci/devices/" + below.group(1) : path);
    return below.matches() ? found.map(file -> file.atPath(path)) : found;
  }

  /** The file that a heading of head or tail names. */
  private static Optional<KernelFile> headed(String text) {
    Matcher heading = HEADING.matcher(text);
    return heading.matches() ? file(heading.group(1)) : Optional.empty();
  }

  private static int untilBlank(SourceLines document, int from) {
    int end = from;
    while (end < document.size()
        && !document.line(end).isBlank()
        && !document.isBoundary(end)
        && !HEADING.matcher(document.text(end)).matches()) {
      end++;
    }
    return end;
  }

  /** The files that the prompt right above names, if each of them has one line from here on. */
  private static List<String> shown(SourceLines document, int at) {
    String above = document.text(at - 1);
    if (!above.contains("/sys/") && !above.contains("/proc/")) {
      return List.of();
    }
    List<String> paths = named(document.command(at - 1));
    // A log has such paths in every line, and its end is far: it is looked for below prompts only.
    return !paths.isEmpty() && paths.size() == untilBlank(document, at) - at ? paths : List.of();
  }

  private static List<String> shown(String command, int lines) {
    List<String> paths = named(command);
    return paths.size() == lines ? paths : List.of();
  }

  /** The files that a command shows, if all of them are known. */
  private static List<String> named(String command) {
    Matcher shown = SHOWN.matcher(command);
    if (!shown.matches()) {
      return List.of();
    }
    List<String> paths = List.of(shown.group(1).strip().split("\\s+"));
    return paths.stream().allMatch(path -> file(path).isPresent()) ? paths : List.of();
  }

  /**
   * A line of grep.
   *
   * @param file whose line it is
   * @param value the line
   */
  private record Said(KernelFile file, String value) {
    /** Addresses have colons too: the first one counts before which a path is known. */
    static Optional<Said> of(String text) {
      int at = text.indexOf(':');
      for (; at >= 0 && at <= LONGEST_PATH; at = text.indexOf(':', at + 1)) {
        Optional<KernelFile> file = SysfsLinesReader.file(text.substring(0, at));
        if (file.isPresent()) {
          return Optional.of(new Said(file.get(), text.substring(at + 1)));
        }
      }
      return Optional.empty();
    }
  }
}
