package dev.headroom.formats.kernel;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.IgnoredLine;
import dev.headroom.formats.read.KeySlug;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of process limits: {@code ulimit -a} of bash and dash, {@code /proc/PID/limits}, and
 * {@code limits.conf} with its rules for users.
 */
public final class LimitsReader extends FormatReader {
  private static final Pattern ULIMIT =
      Pattern.compile(
          "\\s*([a-z][a-zA-Z /-]{2,40}?)\\s+\\((?:([a-zA-Z0-9 -]+), )?-(\\w)\\)\\s+(unlimited|\\d+)\\s*");
  private static final Pattern DASH =
      Pattern.compile(
          "\\s*(time|file|data|stack|coredump|memory|locked memory|process|nofiles|vmemory|locks|rtprio)\\((\\w+)\\)\\s+(unlimited|\\d+)\\s*");
  private static final Pattern PROC =
      Pattern.compile(
          "(Max [a-z ]+?)\\s{2,}(unlimited|\\d+)\\s+(unlimited|\\d+)(?:\\s+(\\w+))?\\s*");
  private static final Pattern RULE =
      Pattern.compile(
          "\\s*(\\*|[@%]?[\\w.:-]++)\\s++(soft|hard|-)\\s++([a-z]++)\\s++(unlimited|infinity|-?\\d+)\\s*(?:#.*)?");

  /** The command whose answer is a single word. */
  private static final Pattern ASKED =
      Pattern.compile(
          "(?:.{0,300}?[\\s;|&'\"])?ulimit\\s+(?:-[HS]\\s*)?-?l['\"]?\\s*(?:;.{0,300})?");

  /** A file that keeps the answer of {@code ulimit -l} and nothing else. */
  private static final Pattern ANSWER_FILE =
      Pattern.compile("(?:.*[/\\\\])?(?:ulimit(?:[ _-]+l)?|memlock)(?:\\.\\w{1,4})?");

  /** The same, of a name that says which limit it is. */
  private static final Pattern NAMED_FILE =
      Pattern.compile("(?:.*[/\\\\])?(?:ulimit[ _-]+l|memlock)(?:\\.\\w{1,4})?");

  /** Of the first process: what the machine, or the container, was started with. */
  private static final Pattern OF_FIRST_PROCESS =
      Pattern.compile("(?:^|.*[/ ])proc[/ ]1[/ ]limits");

  private static final Pattern ANSWER = Pattern.compile("\\s*(unlimited|\\d{1,19})\\s*");
  private static final int LONGEST_ANSWER = 40;

  private static final Map<String, String> NAMES =
      Map.of(
          "max locked memory", "memlock",
          "locked memory", "memlock",
          "open files", "nofile",
          "nofiles", "nofile",
          "max user processes", "nproc",
          "process", "nproc",
          "stack size", "stack",
          "max open files", "nofile",
          "max processes", "nproc",
          "max stack size", "stack");

  public LimitsReader() {
    super(
        FormatKind.of(
            "limits",
            "process resource limits",
            "ulimit -a, /proc/PID/limits, /etc/security/limits.conf",
            IgnoredLine.of("\\s*#.*", "comment of limits.conf"),
            IgnoredLine.of("Limit\\s+Soft Limit\\s+Hard Limit\\s+Units\\s*", "heading")));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return (text.indexOf('(') > 0
            && (ULIMIT.matcher(text).matches() || DASH.matcher(text).matches()))
        || isRule(text)
        || (text.length() < LONGEST_ANSWER && isAnswer(document, at))
        || text.startsWith("Limit ")
        || (text.startsWith("Max ") && PROC.matcher(text).matches())
        || (text.startsWith("#") && text.contains("/etc/security/limits"));
  }

  private static boolean isRule(String text) {
    return (text.contains("soft") || text.contains("hard") || text.contains("-"))
        && RULE.matcher(text).matches();
  }

  /**
   * {@code ulimit -l} says one number, in KiB, and nothing else: the prompt tells what it is, or
   * the name of the file.
   */
  private static boolean isAnswer(SourceLines document, int at) {
    if (!ANSWER.matcher(document.text(at)).matches()) {
      return false;
    }
    String above = document.text(at - 1);
    return (above.contains("ulimit") && ASKED.matcher(above).matches())
        || isAnswerFile(document, at);
  }

  /** Plain {@code ulimit} says another limit, which is unlimited nearly always. */
  private static boolean isAnswerFile(SourceLines document, int at) {
    String name = document.source().name();
    return document.isFirst(at)
        && document.nextText(at + 1) == document.size()
        && ANSWER_FILE.matcher(name).matches()
        && (NAMED_FILE.matcher(name).matches() || !document.text(at).contains("unlimited"));
  }

  @Override
  protected boolean continues(TextLine line) {
    return isRule(line.text()) || ULIMIT.matcher(line.text()).matches();
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    boolean first = isOfFirstProcess(block);
    for (TextLine line : block) {
      Matcher shell = ULIMIT.matcher(line.text());
      Matcher dash = DASH.matcher(line.text());
      Matcher proc = PROC.matcher(line.text());
      Matcher rule = RULE.matcher(line.text());
      Matcher answer = ANSWER.matcher(line.text());
      if (answer.matches()) {
        if (line.number() == block.first().number()) {
          sink.add(line, limit("locked memory"), "soft", answer.group(1));
          sink.add(line, limit("locked memory"), "unit", "kbytes");
        }
      } else if (shell.matches()) {
        Subject subject = limit(shell.group(1));
        sink.add(line, subject, "soft", shell.group(4));
        sink.add(line, subject, "option", shell.group(3));
        if (shell.group(2) != null) {
          sink.add(line, subject, "unit", shell.group(2));
        }
      } else if (dash.matches()) {
        Subject subject = limit(dash.group(1));
        sink.add(line, subject, "soft", dash.group(3));
        sink.add(line, subject, "unit", dash.group(2));
      } else if (proc.matches()) {
        Subject subject = limit(proc.group(1));
        subject = first ? ofFirstProcess(subject.name()) : subject;
        sink.add(line, subject, "soft", proc.group(2));
        sink.add(line, subject, "hard", proc.group(3));
        if (proc.group(4) != null) {
          sink.add(line, subject, "unit", proc.group(4));
        }
      } else if (rule.matches()) {
        Subject subject = new Subject(SubjectKind.LIMIT, rule.group(3));
        String kind = "-".equals(rule.group(2)) ? "both" : rule.group(2);
        sink.add(line, subject, "configured." + kind + "." + rule.group(1), rule.group(4));
      }
    }
  }

  /**
   * The limit of process 1, which no job has: systemd raises its own {@code memlock} and puts it
   * back for what it starts (systemd-system.conf(5), at {@code DefaultLimitMEMLOCK}). In a
   * container it may be the job.
   *
   * @param limit {@code memlock}
   */
  public static Subject ofFirstProcess(String limit) {
    return new Subject(SubjectKind.LIMIT, limit + " of process 1");
  }

  private static boolean isOfFirstProcess(LineBlock block) {
    return OF_FIRST_PROCESS.matcher(block.source().name()).matches()
        || OF_FIRST_PROCESS.matcher(block.command().strip()).matches();
  }

  private static Subject limit(String words) {
    String small = words.strip().toLowerCase(Locale.ROOT);
    String known = NAMES.get(small);
    return new Subject(SubjectKind.LIMIT, known == null ? KeySlug.of(small) : known);
  }
}
