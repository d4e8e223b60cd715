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
 * Reader of warnings and errors of PyTorch's c10d, of MPI libraries, ROCm and Slurm in a job's
 * output, as far as no reader of single messages takes them. The words are a fact of the component;
 * their meaning is left to rules.
 */
public final class JobMessageReader extends SinglePatternReader {
  /** Of a component: a line of level error, or which says so. */
  public static final String ERROR = "message.error";

  public static final String WARNING = "message.warning";

  /**
   * PyTorch's log, {@code [E1128 10:00:00.12 ProcessGroupNCCL.cpp:616] words}, with files of c10d.
   */
  private static final String TORCH =
      "\\[(?<level>[EWF])(?:\\d{3,4} [\\d:.]{8,20})?(?: \\d{1,8})? ?(?<file>(?:\\w*[Ss]ocket|TCPStore\\w*|FileStore|PrefixStore|ProcessGroup\\w*|NCCLUtils|HeartbeatMonitor|FlightRecorder|CUDASymmetricMemory|Utils|reducer)\\.(?:cpp|hpp)):\\d+\\] (?<torch>\\S.*)";

  /** Python's exceptions of torch.distributed. */
  private static final String RAISED =
      "(?<raised>torch\\.(?:distributed\\.)?Dist(?:Network|Store|Backend|)Error: \\S.*|RuntimeError: (?=.*(?:NCCL|nccl|c10d|ProcessGroup|TCPStore)).*)";

  /** Open MPI, PMIx and PRRTE, MPICH and what is made of it, and Slurm's launcher. */
  private static final String MPI =
      "(?<mpi>Abort\\(\\d+\\) on node \\d+ .*|\\[[\\w.-]+:\\d+\\] (?:\\*\\*\\* |PMIX ERROR|ORTE_ERROR|pml_\\w+\\.c:\\d+ +(?:Error|Warning)|mca_\\w+: .*(?:unable|failed)).*|MPI_ABORT was invoked .*|(?:WARNING: )?There was an error initializing an OpenFabrics device.*|ORTE has lost communication .*|(?:WARNING|ERROR): (?=.*(?:OpenFabrics|Open MPI|MPI)).*|A process failed to create a queue pair.*|No OpenFabrics connection schemes reported .*|.*MPI point-to-point messaging module was unable to find .*)";

  /** Its launcher, and its daemons' logs. */
  private static final String SLURM =
      "(?<slurm>(?:srun|slurmstepd)(?:-[\\w.-]+)?: error: \\S.*"
          + "|\\[\\d{4}-\\d\\d-\\d\\dT[\\d:.]{8,15}\\] error: (?!health_check failed)(?=.*(?:gres|[Nn]ode |slurm|cgroup|oom|[Pp]rolog|[Ee]pilog|health)).*)";

  /** The runtime of ROCm, before it ends the program. */
  private static final String ROCM =
      "(?<rocm>Memory access fault by GPU node-\\d.*|HW Exception by GPU node-\\d.*)";

  private static final Pattern LINE =
      Pattern.compile(
          "(?<before>.{0,200}?)(?:"
              + TORCH
              + "|"
              + RAISED
              + "|"
              + MPI
              + "|"
              + ROCM
              + "|"
              + SLURM
              + ")");

  public JobMessageReader() {
    super(
        FormatKind.of(
            "job-messages",
            "warnings and errors of PyTorch's c10d, MPI and Slurm",
            "a job's output"),
        List.of(
            ".cpp:",
            ".hpp:",
            "Error: ",
            "Abort(",
            "] *** ",
            "PMIX ERROR",
            "ORTE",
            "pml_",
            "mca_",
            "MPI",
            "OpenFabrics",
            "queue pair",
            "srun: ",
            "slurmstepd",
            "] error: ",
            "by GPU node-"),
        LINE);
  }

  @Override
  protected void read(TextLine line, Matcher said, FactSink sink) {
    if (said.group("torch") != null) {
      boolean warning = "W".equals(said.group("level"));
      String words = said.group("file") + ": " + said.group("torch");
      say(line, "PyTorch", warning ? WARNING : ERROR, words, sink);
      String head = line.text().substring(0, said.start("torch"));
      sink.add(line, new Subject(SubjectKind.RANK, "PyTorch"), "message.head", head);
    } else if (said.group("raised") != null) {
      say(line, "PyTorch", ERROR, said.group("raised"), sink);
    } else if (said.group("mpi") != null) {
      String words = said.group("mpi");
      say(line, "MPI", words.contains("WARNING") ? WARNING : ERROR, words, sink);
    } else if (said.group("rocm") != null) {
      say(line, "ROCm", ERROR, said.group("rocm"), sink);
    } else {
      say(line, "Slurm", ERROR, said.group("slurm"), sink);
    }
    if (!said.group("before").isBlank()) {
      sink.add(line, new Subject(SubjectKind.RANK, "job"), "log.prefix", said.group("before"));
    }
  }

  private static void say(
      TextLine line, String component, String key, String words, FactSink sink) {
    sink.add(line, new Subject(SubjectKind.RANK, component), key, words);
  }
}
