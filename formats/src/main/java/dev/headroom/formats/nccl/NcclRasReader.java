package dev.headroom.formats.nccl;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
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
 * Reader of the text report of NCCL's RAS subsystem, as {@code ncclras} prints it (NCCL 2.24 to
 * 2.30, src/ras/client_support.cc). The JSON of {@code ncclras -f json} is read as JSON.
 */
public final class NcclRasReader extends FormatReader {
  /** Of a fault: the lines below its name, each a fact. */
  public static final String DETAIL = "detail";

  /** Of a fault: INCOMPLETE, DEAD, ERROR, MISMATCH, TIMEOUT. */
  public static final String FAULT = "fault";

  /** Of a group of communicators: their faults, or OK. */
  public static final String ERRORS = "errors";

  /** What names of subjects begin with. */
  public static final String PREFIX = "nccl-ras ";

  private static final Pattern TITLE =
      Pattern.compile("(?:Job summary|Communicators\\.\\.\\..*)\\s*");
  private static final Pattern GROUP =
      Pattern.compile(
          "\\s*(\\d{1,6})\\s+(\\d{1,7})\\s+(\\d{1,7})\\s+(\\d{1,7}(?:-\\d{1,7})?)\\s+(\\d{1,9})\\s+(\\d{1,9})\\s+([A-Z]{2,12}(?:,[A-Z]{2,12}){0,4})\\s+(OK|[A-Z]{2,12}(?:,[A-Z]{2,12}){0,4})\\s*");
  private static final Pattern COUNTS = Pattern.compile("\\s*\\d{1,7}(?:\\s+\\d{1,7}){1,4}\\s*");
  private static final Pattern FAULT_LINE =
      Pattern.compile(
          "(?:#(\\d{1,6}-\\d{1,6}) \\(([0-9a-f]{1,32})\\) )?(INCOMPLETE|DEAD|ERROR|MISMATCH|TIMEOUT)\\s*");
  private static final Pattern INDENTED = Pattern.compile(" {1,4}\\S.*");
  private static final Pattern OUTLIER = Pattern.compile("The outlier nodes?:\\s*");

  private static final String HEADING_FORM =
      "\\s*(?:Nodes|Group)\\s{2,}.*|\\(total\\).*|\\s*#\\s+in group.*|\\s+(?:per node|Processes|per process).*|=+\\s*|Errors\\s*|Warnings\\s*";

  private static final Pattern HEADING = Pattern.compile(HEADING_FORM);

  public NcclRasReader() {
    super(
        FormatKind.of(
            "nccl-ras",
            "state of NCCL's communicators in a running job",
            "ncclras",
            IgnoredLine.of(HEADING_FORM, "headings")));
  }

  @Override
  protected List<String> clues() {
    return List.of("Job summary", "Communicators...");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return TITLE.matcher(document.text(at)).matches() && document.text(at + 1).matches("=+\\s*");
  }

  @Override
  protected boolean continues(TextLine line) {
    String text = line.text();
    return line.isBlank()
        || HEADING.matcher(text).matches()
        || TITLE.matcher(text).matches()
        || GROUP.matcher(text).matches()
        || COUNTS.matcher(text).matches()
        || FAULT_LINE.matcher(text).matches()
        || OUTLIER.matcher(text).matches()
        || INDENTED.matcher(text).matches();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 1;
    while (end < document.size() && !document.isBoundary(end) && continues(document.line(end))) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    Subject job = new Subject(SubjectKind.ITEM, PREFIX + "job");
    Subject fault = job;
    boolean inFault = false;
    for (TextLine line : block) {
      Matcher group = GROUP.matcher(line.text());
      Matcher named = FAULT_LINE.matcher(line.text());
      if (group.matches()) {
        group(line, group, sink);
      } else if (named.matches()) {
        inFault = true;
        fault =
            new Subject(
                SubjectKind.ITEM,
                PREFIX
                    + (named.group(1) == null ? "job" : "communicator " + named.group(1))
                    + " "
                    + named.group(3));
        sink.add(line, fault, FAULT, named.group(3));
        if (named.group(2) != null) {
          sink.add(line, fault, "hash", named.group(2));
        }
      } else if (TITLE.matcher(line.text()).matches()) {
        inFault = false;
        sink.add(line, job, "report", line.text());
      } else if (!HEADING.matcher(line.text()).matches() && !line.isBlank()) {
        boolean counts = COUNTS.matcher(line.text()).matches();
        String key = inFault ? DETAIL : counts ? "counts" : "outlier";
        sink.add(line, inFault ? fault : job, key, line.words());
      }
    }
  }

  private static void group(TextLine line, Matcher group, FactSink sink) {
    Subject subject = new Subject(SubjectKind.ITEM, PREFIX + "group " + group.group(1));
    String[] keys = {
      "communicators",
      "nodes",
      "ranks-per-node",
      "ranks-per-communicator",
      "ranks",
      "status",
      ERRORS
    };
    for (int i = 0; i < keys.length; i++) {
      sink.add(line, subject, keys[i], group.group(i + 2));
    }
  }
}
