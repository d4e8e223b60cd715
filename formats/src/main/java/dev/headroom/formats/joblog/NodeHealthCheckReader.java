package dev.headroom.formats.joblog;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of LBNL's Node Health Check: its output, its log, its journal lines, and the drain reason
 * that it sets in Slurm. Azure's checks run under it.
 *
 * <p>Its words are in mej/nhc, {@code nhc} (die, log, syslog) and {@code
 * helpers/node-mark-offline}.
 */
public final class NodeHealthCheckReader extends FormatReader {
  /** Of an event: {@link #FAILED}, {@link #PASSED} or {@link #ALL_PASSED}. */
  public static final String RESULT = "health.result";

  /** One check failed, or passed. */
  public static final String FAILED = "failed";

  public static final String PASSED = "passed";

  /** A run came to its end, and every check passed. */
  public static final String ALL_PASSED = "all-passed";

  /** Of an event: which check, as nhc.conf names it: {@code check_hw_ib}. */
  public static final String CHECK = "health.check";

  /** Of an event: why it failed, in the check's words; Slurm cuts them in its tables. */
  public static final String WHY = "health.why";

  /** Of an event: which node, where the line names one. */
  public static final String NODE = "health.node";

  /** What others put before a line: the time, a daemon's name and level. */
  private static final String BEFORE = "(|.{0,199}?[\\s:\\]=\"])";

  private static final Pattern LEVEL =
      Pattern.compile(
          BEFORE + "(SUCCESS|ERROR|FAIL\\w*|WARNING|INFO|DEBUG):\\s+nhc[\\w.-]{0,40}:\\s+(.*)");
  private static final Pattern SYSLOG =
      Pattern.compile(
          "(.{0,199}?\\bnhc[\\w.-]{0,40}\\[\\d{1,9}\\]:)\\s+(Health check failed:.*|\\d{1,4} health checks failed.*)");
  private static final Pattern DETACHED =
      Pattern.compile(BEFORE + "ERROR (Health check failed:\\s.*)");

  /** The reason of a node that nhc drained, in whatever shows it. */
  private static final Pattern NOTE =
      Pattern.compile(
          BEFORE
              + "NHC:\\s+(?:nhc:\\s+)?((?:Health check failed:\\s+)?(?:(?:Check\\s+)?(?:check|nv)_\\w.*|Watchdog timer .*|Script timed out.*))");

  /** What stands behind the reason in {@code sinfo -R}: user, time, nodes. */
  private static final Pattern LISTED =
      Pattern.compile(
          "(.*?)\\s+(\\S+)\\s+(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)\\s+(\\S+)\\s*");

  /** What {@code scontrol show node} has behind the reason: who gave it, and when. */
  private static final Pattern SIGNED = Pattern.compile("(.*?)\\s+\\[([\\w.-]+@[\\dT:-]+)]\\s*");

  /** The first line of what it says of a node; the reason is one of those that follow. */
  private static final Pattern RECORD = Pattern.compile("NodeName=([\\w.-]{1,255})(?:\\s.*)?");

  /** Longer than any record. */
  private static final int RECORD_LINES = 60;

  /** Slurm cuts a reason to the width of its column, or has it whole without what stands behind. */
  private static final int LONGEST_REASON = 400;

  private static final Pattern RUN =
      Pattern.compile(
          "(|\\[\\d{1,12}\\] - )(Running check:\\s+\".*|Node Health Check (?:starting|completed successfully|failed)\\b.*|NHC (?:watchdog timer|process) \\d.*)");
  private static final Pattern HELPER =
      Pattern.compile(
          "(|\\d{8} \\d\\d:\\d\\d:\\d\\d (?:\\[[\\w.-]{1,40}\\] )?)(\\S{0,200}node-mark-(?:online|offline)):? (.*)");
  private static final Pattern MARKING =
      Pattern.compile("\\s*Marking\\s+(?:\\S+ )?(\\S+) offline:\\s+NHC:\\s+(.*)");
  private static final Pattern NAMED = Pattern.compile("([\\w.-]{1,255})\\s+(\\S.*)");

  private static final Pattern OUTCOME =
      Pattern.compile("Health check (failed|passed):\\s+(?:-e\\s+)?(.*)");
  private static final Pattern NAME = Pattern.compile("\\b((?:check|nv)_\\w{1,80})");
  private static final Pattern BANDWIDTH =
      Pattern.compile(".*?\\b(\\S+) (passed|failed) for IB=([\\w.-]+), .*?([\\d.]+) Gbps.*");

  public NodeHealthCheckReader() {
    super(
        FormatKind.of(
            "health-check",
            "results of node health checks",
            "nhc, /var/log/nhc.log, sinfo -R, scontrol show node"));
  }

  @Override
  protected List<String> clues() {
    return List.of(
        "nhc",
        "NHC",
        "Health check failed:",
        "Running check:",
        "Node Health Check",
        "node-mark-o",
        "NodeName=");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return isRecord(document, at) || Said.in(document.text(at)).isPresent();
  }

  /** Whether a node's record begins here, of which nhc gave the reason. */
  private static boolean isRecord(SourceLines document, int at) {
    if (!RECORD.matcher(document.text(at)).matches()) {
      return false;
    }
    int end = endOfRecord(document, at);
    for (int line = at + 1; line < end; line++) {
      if (document.text(line).contains("NHC:") && Said.in(document.text(line)).isPresent()) {
        return true;
      }
    }
    return false;
  }

  private static int endOfRecord(SourceLines document, int at) {
    int end = at + 1;
    while (end < Math.min(document.size(), at + RECORD_LINES)
        && document.text(end).startsWith(" ")
        && !document.text(end).isBlank()) {
      end++;
    }
    return end;
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    if (isRecord(document, at)) {
      return endOfRecord(document, at);
    }
    int end = at + 1;
    while (end < document.size()
        && !RECORD.matcher(document.text(end)).matches()
        && Said.in(document.text(end)).isPresent()) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Matcher record = RECORD.matcher(block.first().text());
    String node = record.matches() ? record.group(1) : "";
    for (TextLine line : block) {
      Optional<Said> said = Said.in(line.text());
      said.ifPresent(each -> say(line, each.of(node), sink));
      if (said.isEmpty() && !node.isEmpty()) {
        sink.add(line, event(line), NODE, node);
        sink.add(line, event(line), "health.slurm", line.text().strip());
      }
    }
  }

  private static void say(TextLine line, Said said, FactSink sink) {
    Subject event = event(line);
    sink.add(line, event, "health", said.words());
    sink.add(line, event, "level", said.level());
    if (!said.before().isBlank()) {
      sink.add(line, event, "health.before", said.before());
    }
    if (!said.node().isEmpty()) {
      sink.add(line, event, NODE, said.node());
    }
    Matcher outcome = OUTCOME.matcher(said.words());
    if (outcome.matches()) {
      result(line, event, outcome.group(1).equals("failed"), outcome.group(2), sink);
    } else if (said.isFailure()) {
      result(line, event, true, said.words(), sink);
    } else if (said.isEnd()) {
      sink.add(line, event, RESULT, ALL_PASSED);
    }
    Matcher bandwidth = BANDWIDTH.matcher(said.words());
    if (bandwidth.matches()) {
      sink.add(
          line,
          Subject.rdma(bandwidth.group(3)),
          "measured." + bandwidth.group(1) + ".gbps",
          bandwidth.group(4));
    }
  }

  private static Subject event(TextLine line) {
    return new Subject(SubjectKind.EVENT, String.valueOf(line.number()));
  }

  private static void result(
      TextLine line, Subject event, boolean failed, String why, FactSink sink) {
    sink.add(line, event, RESULT, failed ? FAILED : PASSED);
    Matcher name = NAME.matcher(why);
    if (name.find()) {
      sink.add(line, event, CHECK, name.group(1));
    }
    if (failed) {
      sink.add(line, event, WHY, why.replaceFirst("^(?:check|nv)_\\w{1,80}:\\s+", ""));
    }
  }

  /**
   * What a line says.
   *
   * @param before it, of others
   * @param level as it is written, or what stands for one
   * @param words of nhc
   * @param node blank where none is named
   * @param isFailure whether the words are why a check failed
   * @param isEnd whether all passed
   */
  private record Said(
      String before, String level, String words, String node, boolean isFailure, boolean isEnd) {

    static Optional<Said> in(String text) {
      Matcher level = LEVEL.matcher(text);
      if (level.matches()) {
        return Optional.of(
            new Said(level.group(1), level.group(2), level.group(3), "", false, false));
      }
      for (Pattern pattern : new Pattern[] {SYSLOG, DETACHED}) {
        Matcher plain = pattern.matcher(text);
        if (plain.matches()) {
          return Optional.of(new Said(plain.group(1), "ERROR", plain.group(2), "", false, false));
        }
      }
      Matcher helper = HELPER.matcher(text);
      if (helper.matches()) {
        return Optional.of(helper(helper.group(1), helper.group(2), helper.group(3)));
      }
      Matcher run = RUN.matcher(text);
      if (run.matches()) {
        boolean end = run.group(2).contains("completed successfully");
        return Optional.of(new Said(run.group(1), "run", run.group(2), "", false, end));
      }
      Matcher note = NOTE.matcher(text);
      return note.matches() ? Optional.of(note(note.group(1), note.group(2))) : Optional.empty();
    }

    /** The same of a node, unless it names one itself. */
    Said of(String other) {
      return node.isEmpty() ? new Said(before, level, words, other, isFailure, isEnd) : this;
    }

    /** Its helpers log first how they were called, then what they did. */
    private static Said helper(String before, String helper, String words) {
      String level = helper.substring(helper.lastIndexOf('/') + 1);
      Matcher marking = MARKING.matcher(words);
      Matcher named = NAMED.matcher(words);
      String where = before + helper;
      if (marking.matches()) {
        return new Said(where, level, marking.group(2), marking.group(1), true, false);
      }
      boolean call = !before.isEmpty();
      if (call && level.endsWith("online")) {
        return new Said(where, level, words, words.strip(), false, true);
      }
      return call && named.matches()
          ? new Said(where, level, named.group(2), named.group(1), true, false)
          : new Said(where, level, words, "", false, false);
    }

    private static Said note(String before, String words) {
      Matcher signed = SIGNED.matcher(words);
      if (words.length() < LONGEST_REASON && signed.matches()) {
        return new Said(before + signed.group(2), "reason", signed.group(1), "", true, false);
      }
      Matcher listed = LISTED.matcher(words);
      return words.length() < LONGEST_REASON && listed.matches()
          ? new Said(
              before + listed.group(2) + " " + listed.group(3),
              "reason",
              listed.group(1),
              listed.group(4),
              true,
              false)
          : new Said(before, "reason", words, "", true, false);
    }
  }
}
