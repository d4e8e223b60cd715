package dev.headroom.formats.nccl;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of PyTorch's message when NCCL fails ({@code getNcclErrorDetailStr} in its {@code
 * NCCLUtils}): the kind of error, and below {@code Last error:} the last warning of NCCL's log. It
 * is all that there is where nobody set {@code NCCL_DEBUG}.
 */
public final class NcclLastErrorReader extends FormatReader {
  private static final String WHO = "(\\s*\\[?rank\\d{1,5}\\]?:)?\\s*";
  private static final Pattern ERROR =
      Pattern.compile(
          WHO
              + "(?:torch\\.distributed\\.DistBackendError: )?(nccl(?:UnhandledCuda|System|Internal|Remote|InvalidUsage|InvalidArgument)\\w*): (\\S.*)");
  private static final Pattern LAST = Pattern.compile(WHO + "Last error:\\s*(.*)");
  private static final Pattern WORDS = Pattern.compile(WHO + "(\\S.*)");

  /** NCCL's message and its advice. */
  private static final int MOST = 3;

  private static final Subject JOB = new Subject(SubjectKind.RANK, "job");

  public NcclLastErrorReader() {
    super(FormatKind.of("nccl-last-error", "NCCL errors reported by PyTorch", "a job's output"));
  }

  @Override
  protected List<String> clues() {
    return List.of("nccl");
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    String text = document.text(at);
    return text.contains("nccl")
        && ERROR.matcher(text).matches()
        && LAST.matcher(document.text(at + 1)).matches();
  }

  @Override
  protected int end(SourceLines document, int at, Starts starts) {
    int end = at + 2;
    while (end < document.size()
        && end < at + 2 + MOST
        && !document.line(end).isBlank()
        && !document.isBoundary(end)
        && !starts.anyAt(end)) {
      end++;
    }
    return end;
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      Matcher error = ERROR.matcher(line.text());
      Matcher last = LAST.matcher(line.text());
      Matcher words = WORDS.matcher(line.text());
      if (error.matches()) {
        sink.add(line, JOB, NcclKeys.ERROR, error.group(2));
        sink.add(line, JOB, "nccl.error.words", error.group(3));
        prefix(line, error, sink);
      } else if (last.matches()) {
        sink.add(line, JOB, NcclKeys.WARN, last.group(2));
        prefix(line, last, sink);
      } else if (words.matches()) {
        sink.add(line, JOB, NcclKeys.WARN, words.group(2));
        prefix(line, words, sink);
      }
    }
  }

  private static void prefix(TextLine line, Matcher said, FactSink sink) {
    if (said.group(1) != null) {
      sink.add(line, JOB, "log.prefix", said.group(1));
    }
  }
}
