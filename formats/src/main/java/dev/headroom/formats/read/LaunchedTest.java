package dev.headroom.formats.read;

import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Program of nccl-tests or rccl-tests that a command line starts: {@code srun -N 2 all_gather_perf
 * -b 8 -e 4G}. Older ones do not say themselves which collective they measure.
 */
public final class LaunchedTest {
  private static final Pattern PROGRAM =
      Pattern.compile(
          "(?:^|[\\s/\"'])((?:all_gather|all_reduce|alltoall|broadcast|gather|hypercube|reduce|reduce_scatter|scatter|sendrecv)_perf)(?:_mpi)?\\s+-.*");
  private static final int LONGEST = 4000;

  private LaunchedTest() {}

  /** Whether a line starts one, options and all. */
  public static boolean startsTest(String text) {
    return text.contains("_perf") && text.length() < LONGEST && PROGRAM.matcher(text).find();
  }

  /** Says which a command in a line starts, if any. */
  public static void addTest(TextLine line, String command, FactSink sink) {
    Matcher program = PROGRAM.matcher(command);
    if (startsTest(command) && program.find()) {
      sink.add(
          line,
          new Subject(SubjectKind.MEASUREMENT, "nccl-tests at " + line.number()),
          "collective-test-starting",
          program.group(1));
    }
  }
}
