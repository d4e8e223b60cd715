package dev.headroom.formats.nccl;

import dev.headroom.formats.read.ContiguousReader;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.LaunchVariables;
import dev.headroom.formats.read.LaunchedTest;
import dev.headroom.formats.read.LineBlock;
import dev.headroom.formats.read.SourceLines;
import dev.headroom.formats.read.TextLine;

/**
 * Reader of command lines that start a job with variables or a collective benchmark, pasted without
 * a prompt or in parts.
 */
public final class LaunchCommandReader extends ContiguousReader {
  public LaunchCommandReader() {
    super(
        FormatKind.of(
            "launch",
            "environment variables in a job's launch command, and the launched test",
            "mpirun -x NAME=VALUE ..., NAME=VALUE torchrun ..., srun all_gather_perf -b 8"));
  }

  @Override
  protected boolean starts(SourceLines document, int at) {
    return is(document.text(at));
  }

  private static boolean is(String text) {
    return LaunchVariables.hasVariableArguments(text)
        || LaunchVariables.hasLeadingVariables(text)
        || LaunchedTest.startsTest(text);
  }

  @Override
  protected boolean continues(TextLine line) {
    return is(line.text());
  }

  @Override
  protected void read(LineBlock block, FactSink sink) {
    for (TextLine line : block) {
      LaunchVariables.addVariables(line, sink);
      LaunchedTest.addTest(line, line.text(), sink);
    }
  }
}
