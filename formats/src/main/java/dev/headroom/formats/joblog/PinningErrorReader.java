package dev.headroom.formats.joblog;

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
 * Reader of messages about failed memory pinning of DAPL, MVAPICH2 and Ceph, each in its own
 * wording (firemodels/fds#6023, flux-framework/flux-core#4451, ceph/ceph#13655).
 */
public final class PinningErrorReader extends SinglePatternReader {
  private static final Pattern LINE =
      Pattern.compile(
          "(.{0,400}?)(DAPL startup: RLIMIT_MEMLOCK too small|rdma_iba_hca_init\\(\\d+\\)\\.*: cannot create cq|For RDMA to work properly user memlock \\(ulimit -l\\) must be big enough)(.*)");

  public PinningErrorReader() {
    super(
        FormatKind.of(
            "pinned-memory",
            "messages of MPI libraries and Ceph about failed memory pinning",
            "a job's output"),
        List.of("RLIMIT_MEMLOCK too small", "cannot create cq", "user memlock"),
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject rank = new Subject(SubjectKind.RANK, "job");
    sink.add(line, rank, "memory.refused", said.group(2));
    if (!said.group(1).isBlank()) {
      sink.add(line, rank, "log.prefix", said.group(1));
    }
    if (!said.group(3).isBlank()) {
      sink.add(line, rank, "memory.refused.more", said.group(3));
    }
  }
}
