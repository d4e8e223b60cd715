package dev.headroom.formats.nccl;

import dev.headroom.formats.read.Block;
import dev.headroom.formats.read.Document;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.Kind;
import dev.headroom.formats.read.LaunchVariables;
import dev.headroom.formats.read.LaunchedTest;
import dev.headroom.formats.read.Line;
import dev.headroom.formats.read.UnbrokenReader;

/**
 * Reader of command lines that start a job with variables or a collective benchmark, pasted without
 * a prompt or in parts.
 */
public final class LaunchReader extends UnbrokenReader {
  public LaunchReader() {
    super(
        Kind.of(
            "launch",
            "variables with which a command starts a job, and the test it starts",
            "mpirun -x NAME=VALUE ..., NAME=VALUE torchrun ..., srun all_gather_perf -b 8"));
  }

  @Override
  protected boolean starts(Document document, int at) {
    return is(document.text(at));
  }

  private static boolean is(String text) {
    return LaunchVariables.areIn(text)
        || LaunchVariables.areBefore(text)
        || LaunchedTest.isIn(text);
  }

  @Override
  protected boolean continues(Line line) {
    return is(line.text());
  }

  @Override
  protected void read(Block block, FactSink sink) {
    for (Line line : block) {
      LaunchVariables.say(line, sink);
      LaunchedTest.say(line, line.text(), sink);
    }
  }
}
