package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of a process's user and capabilities: {@code id}, {@code id -u}, {@code grep Cap
 * /proc/self/status}. In one command with {@code ulimit -l}, the answers stand in the order of the
 * parts.
 */
public final class ProcessStatusReader extends FormatReader {
  /** The process that was looked at: that of the shell, as a rule a job's container. */
  public static final Subject PROCESS = new Subject(SubjectKind.ITEM, "process");

  /** Of the process: the number of its user. */
  public static final String USER = "uid";

  /** Of the process: effective capabilities, as 16 hexadecimal digits (proc_pid_status(5)). */
  public static final String EFFECTIVE = "cap.eff";

  /** Of the process: capabilities that it can get, as {@link #EFFECTIVE}. */
  public static final String BOUNDING = "cap.bnd";

  private static final Pattern CAPABILITIES =
      Pattern.compile("Cap(Inh|Prm|Eff|Bnd|Amb):\\s+([0-9a-f]{16})\\s*");
  private static final Pattern IDENTITY = Pattern.compile("uid=(\\d{1,10})(?:\\([^)]*\\))? gid=.*");
  private static final Pattern NUMBER = Pattern.compile("\\s*(\\d{1,19}|unlimited)\\s*");

  /** {@code id -u} somewhere in a command line. */
  private static final Pattern ASKS_USER = Pattern.compile("(?:.*[\\s;|&'\"])?id -u\\b.*");

  private static final Pattern PARTS = Pattern.compile("\\s*(?:;|&&|'|\")\\s*");

  public ProcessStatusReader() {
    super(
        FormatKind.of(
            "process-status",
            "user and capabilities of a process",
            "id -u; ulimit -l; grep Cap /proc/self/status"));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.startsWith("Cap") && CAPABILITIES.matcher(text).matches())
        || (text.startsWith("uid=") && IDENTITY.matcher(text).matches())
        || (text.length() < 30
            && document.text(at - 1).contains("id -u")
            && NUMBER.matcher(text).matches()
            && ASKS_USER.matcher(document.text(at - 1)).matches());
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size() && !document.isBoundary(end) && isOurs(document.text(end))) {
      end++;
    }
    return end;
  }

  private static boolean isOurs(String text) {
    return CAPABILITIES.matcher(text).matches()
        || IDENTITY.matcher(text).matches()
        || (text.length() < 30 && NUMBER.matcher(text).matches());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    List<String> asked = asked(block.command());
    int answer = 0;
    for (TextLine line : block) {
      Matcher capabilities = CAPABILITIES.matcher(line.text());
      Matcher identity = IDENTITY.matcher(line.text());
      Matcher number = NUMBER.matcher(line.text());
      if (capabilities.matches()) {
        String set = capabilities.group(1).toLowerCase(Locale.ROOT);
        sink.add(line, PROCESS, "cap." + set, capabilities.group(2));
      } else if (identity.matches()) {
        sink.add(line, PROCESS, USER, identity.group(1));
        sink.add(line, PROCESS, "identity", line.text());
      } else if (number.matches() && answer < asked.size()) {
        answer(line, asked.get(answer), number.group(1), sink);
        answer++;
      }
    }
  }

  private static void answer(TextLine line, String asked, String value, FactSink sink) {
    if (asked.equals("id -u")) {
      sink.add(line, PROCESS, USER, value);
    } else {
      Subject limit = new Subject(SubjectKind.LIMIT, "memlock");
      sink.add(line, limit, "soft", value);
      sink.add(line, limit, "unit", "kbytes");
    }
  }

  /** The parts of a command that answer by one number, in their order. */
  private static List<String> asked(String command) {
    List<String> asked = new ArrayList<>();
    for (String part : PARTS.split(command)) {
      if (part.matches("id -u") || part.matches("ulimit (?:-[HS] ?)?-?[HS]?l")) {
        asked.add(part.startsWith("id") ? "id -u" : part);
      }
    }
    return asked;
  }
}
