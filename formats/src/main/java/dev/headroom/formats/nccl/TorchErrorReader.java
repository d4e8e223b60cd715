package dev.headroom.formats.nccl;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of messages of PyTorch's process group about a job that hangs: a collective timeout, or a
 * first rank that did not connect ({@code ProcessGroupNCCL.cpp}).
 */
public final class TorchErrorReader extends SinglePatternReader {
  private static final Pattern LINE =
      Pattern.compile(
          "(.{0,400}?)((?:Watchdog caught collective operation timeout: |\\[\\d{1,6}\\] is setting up NCCL communicator|Exception \\(either an error or timeout\\) detected by watchdog at work|failure detected by watchdog at work).*)");
  private static final Pattern WORK =
      Pattern.compile(
          ".*\\bWorkNCCL\\(SeqNum=(\\d{1,12}), OpType=(\\w{1,40})(?:, NumelIn=(\\d{1,15}))?,.*");

  /** The line after that: where the rank's group stands. */
  private static final Pattern STATE = Pattern.compile("[^:]* at work[^:]*: (\\d{1,12})\\b.*");

  /** Of the whole job, as newer versions put it in front. */
  private static final Pattern RANK = Pattern.compile(".*\\[?\\brank(\\d{1,6})\\]?:.*");

  /** Within its process group, and which that is. */
  private static final Pattern PLACE =
      Pattern.compile(
          ".*\\[(?:PG (?:ID \\d{1,6} PG GUID )?(\\S{1,80}) (?:\\S{1,80} )?)?[Rr]ank (\\d{1,6})\\].*");

  public TorchErrorReader() {
    super(
        FormatKind.of("torch-nccl", "NCCL timeouts reported by PyTorch", "a job's output"),
        List.of(
            "caught collective operation timeout",
            "setting up NCCL communicator",
            "detected by watchdog at work"),
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject rank = new Subject(SubjectKind.RANK, "torch at " + line.number());
    sink.add(line, rank, "torch.error", said.group(2));
    Matcher work = WORK.matcher(said.group(2));
    Matcher state = STATE.matcher(said.group(2));
    if (work.matches()) {
      sink.add(line, rank, TorchKeys.SEQUENCE, work.group(1));
      sink.add(line, rank, TorchKeys.COLLECTIVE, work.group(2));
      if (work.group(3) != null) {
        sink.add(line, rank, TorchKeys.ELEMENTS, work.group(3));
      }
    } else if (state.matches()) {
      sink.add(line, rank, TorchKeys.SEQUENCE, state.group(1));
    }
    Matcher place = PLACE.matcher(said.group(1).strip());
    Matcher whole = RANK.matcher(said.group(1).strip());
    if (place.matches()) {
      sink.add(line, rank, TorchKeys.PLACE, place.group(2));
      if (place.group(1) != null) {
        sink.add(line, rank, TorchKeys.GROUP, place.group(1));
      }
    }
    if (whole.matches() || place.matches()) {
      sink.add(line, rank, TorchKeys.RANK, whole.matches() ? whole.group(1) : place.group(2));
    }
    if (!said.group(1).isBlank()) {
      sink.add(line, rank, "log.prefix", said.group(1));
    }
  }
}
