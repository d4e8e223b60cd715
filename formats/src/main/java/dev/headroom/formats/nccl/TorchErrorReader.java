package dev.headroom.formats.nccl;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.Thing;
import dev.headroom.formats.read.AlikeReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.Line;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What PyTorch's process group says of a job that hangs: a collective that its watchdog waited for
 * in vain, or a first rank that never came ({@code ProcessGroupNCCL.cpp}).
 */
public final class TorchErrorReader extends AlikeReader {
  private static final Pattern LINE =
      Pattern.compile(
          "(.{0,400}?)((?:Watchdog caught collective operation timeout: |\\[\\d{1,6}\\] is setting up NCCL communicator|Exception \\(either an error or timeout\\) detected by watchdog at work|failure detected by watchdog at work).*)");
  private static final Pattern WORK =
      Pattern.compile(".*\\bWorkNCCL\\(SeqNum=(\\d{1,12}), OpType=(\\w{1,40}),.*");
  private static final Pattern RANK =
      Pattern.compile(
          ".*\\[[Rr]ank (\\d{1,6})\\].*|.*\\bRank (\\d{1,6})\\].*|\\[?rank(\\d{1,6})\\]?:.*");

  public TorchErrorReader() {
    super(
        Kind.of("torch-nccl", "where PyTorch waited for NCCL in vain", "a job's output"),
        List.of(
            "caught collective operation timeout",
            "setting up NCCL communicator",
            "detected by watchdog at work"),
        LINE);
  }

  @Override
  protected void read(Line line, Matcher said, FactSink sink) {
    Subject rank = new Subject(Thing.RANK, "job");
    sink.say(line, rank, "torch.error", said.group(2));
    Matcher work = WORK.matcher(said.group(2));
    if (work.matches()) {
      sink.say(line, rank, "torch.sequence", work.group(1));
      sink.say(line, rank, "torch.collective", work.group(2));
    }
    Matcher who = RANK.matcher(said.group(1).strip());
    if (who.matches()) {
      String number = who.group(1) != null ? who.group(1) : who.group(2);
      sink.say(line, rank, "torch.rank", number != null ? number : who.group(3));
    }
    if (!said.group(1).isBlank()) {
      sink.say(line, rank, "log.prefix", said.group(1));
    }
  }
}
