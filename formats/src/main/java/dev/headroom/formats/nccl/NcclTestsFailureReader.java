package dev.headroom.formats.nccl;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.SinglePatternReader;
import dev.headroom.formats.read.TextLine;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reader of the message with which nccl-tests and rccl-tests end when a CUDA or NCCL call fails
 * ({@code common.h}).
 */
public final class NcclTestsFailureReader extends SinglePatternReader {
  public NcclTestsFailureReader() {
    super(
        FormatKind.of(
            "nccl-tests-failure", "error messages of nccl-tests", "all_reduce_perf of nccl-tests"),
        "Test ",
        Pattern.compile(
            "(.{0,60}?)([\\w.-]{1,64}): (Test (?:CUDA|NCCL|HIP) failure \\S+:\\d+ '.*)"));
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    Subject job = new Subject(SubjectKind.RANK, "job");
    sink.add(line, job, NcclKeys.WARN, said.group(3));
    sink.add(line, job, NcclKeys.HOST, said.group(2));
    if (!said.group(1).isBlank()) {
      sink.add(line, job, "log.prefix", said.group(1));
    }
  }
}
