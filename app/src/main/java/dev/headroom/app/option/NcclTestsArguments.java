package dev.headroom.app.option;

import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Machine;
import dev.headroom.model.text.BadInputException;
import dev.headroom.run.collective.SweepRequest;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of the nccl-tests programs (its README and {@code src/common.cu}) that mean the same
 * here. For the others, an error message names what to use.
 */
public final class NcclTestsArguments {
  private static final long MEBI = 1L << 20;
  private static final long USUAL_BYTES = 32 * MEBI;
  private static final int MOST_SIZES = 100_000;
  private static final Pattern SIZE =
      Pattern.compile("([0-9]+(?:\\.[0-9]+)?) ?([KMG]?)(iB|B)?", Pattern.CASE_INSENSITIVE);

  /** What its programs are called, behind {@code _perf}. */
  private static final Map<String, Collective> PROGRAMS =
      Map.of(
          "all_reduce", Collective.ALL_REDUCE,
          "all_gather", Collective.ALL_GATHER,
          "reduce_scatter", Collective.REDUCE_SCATTER,
          "broadcast", Collective.BROADCAST,
          "reduce", Collective.REDUCE,
          "alltoall", Collective.ALL_TO_ALL,
          "sendrecv", Collective.SEND_RECV,
          "gather", Collective.GATHER,
          "scatter", Collective.SCATTER);

  @Option(
      names = {"-b", "--minbytes"},
      paramLabel = "SIZE",
      description =
          "First size, as in nccl-tests: 8, 128M and 1G are powers of two. Default with -e, "
              + "-f or -i: 32M.")
  private @Nullable String from;

  @Option(
      names = {"-e", "--maxbytes"},
      paramLabel = "SIZE",
      description = "Last size, in the same form. Default with -b, -f or -i: 32M.")
  private @Nullable String to;

  @Option(
      names = {"-f", "--stepfactor"},
      paramLabel = "N",
      description =
          "Factor from one size to the next; with 0 and 1 sizes grow by -i, which is the default.")
  private @Nullable Integer factor;

  @Option(
      names = {"-i", "--stepbytes"},
      paramLabel = "SIZE",
      description = "Step from one size to the next. Default: 1M.")
  private @Nullable String step;

  @Option(
      names = {"-g", "--ngpus"},
      paramLabel = "N",
      description =
          "Number of GPUs per thread, which calls for one after another; the total number of "
              + "GPUs without --gpus.")
  private @Nullable Integer gpus;

  @Option(
      names = {"-t", "--nthreads"},
      paramLabel = "N",
      description = "Number of threads per process, with -g GPUs each. Default: 1.")
  private @Nullable Integer threads;

  /** Nothing is cold at first here, and nothing comes out wrong: no call beside those is timed. */
  @Option(
      names = {"-w", "--warmup_iters"},
      hidden = true)
  private @Nullable Integer unusedWarmUp;

  @Option(
      names = {"-c", "--check"},
      hidden = true)
  private @Nullable Integer unusedCheck;

  @Option(
      names = {"-p", "--parallel_init"},
      hidden = true)
  private @Nullable Integer unusedStart;

  @Option(
      names = {"-m", "--agg_iters"},
      hidden = true)
  private @Nullable Integer together;

  @Option(
      names = {"-o", "--op"},
      hidden = true)
  private @Nullable String operation;

  @Option(
      names = {"-d", "--datatype"},
      hidden = true)
  private @Nullable String type;

  @Option(
      names = {"-r", "--root"},
      hidden = true)
  private @Nullable String root;

  @Option(
      names = {"-a", "--average"},
      hidden = true)
  private @Nullable Integer average;

  @Option(
      names = {"-z", "--blocking"},
      hidden = true)
  private @Nullable Integer blocking;

  @Option(
      names = {"-G", "--cudagraph"},
      hidden = true)
  private @Nullable Integer graphs;

  /** A collective by the name of the program that measures it: {@code all_reduce_perf}. */
  public static Optional<Collective> program(String name) {
    String last = name.substring(name.lastIndexOf('/') + 1);
    return last.endsWith("_perf")
        ? Optional.ofNullable(PROGRAMS.get(last.substring(0, last.length() - "_perf".length())))
        : Optional.empty();
  }

  /** Refuses what would mean something else here, and says what to use. */
  public void check() {
    refuse(
        "-m",
        together != null && together != 1,
        together,
        "calls cannot be combined in one launch here; -n makes that many calls one after another");
    refuse(
        "-o",
        operation != null && !operation.equalsIgnoreCase("sum"),
        operation,
        "ranks compute sums here; prod, min, max and avg move as many bytes, so remove it");
    refuse(
        "-d",
        type != null && !type.equalsIgnoreCase("float"),
        type,
        "elements are floats; another type takes the same time for the same bytes, so remove it");
    refuse(
        "-r",
        root != null && !root.equals("0"),
        root,
        "the root is rank 0, the default of nccl-tests");
    refuse(
        "-a",
        average != null && average != 3,
        average,
        "times are those of the last rank, which is -a 3 of nccl-tests");
    refuse(
        "-z",
        blocking != null && blocking != 0,
        blocking,
        "a call starts on a GPU when the previous one is done; -n 1 measures single calls");
    refuse(
        "-G",
        graphs != null && graphs != 0,
        graphs,
        "kernels have no launch overhead that a CUDA graph could avoid; remove it");
  }

  private static void refuse(String option, boolean isWrong, @Nullable Object value, String why) {
    if (isWrong) {
      throw new BadInputException(option + " " + value + ": " + why);
    }
  }

  /**
   * The sizes that nccl-tests would go through; empty where no option says any.
   *
   * @throws BadInputException if one is no size, or they never end
   */
  public Optional<List<Long>> sizes() {
    if (from == null && to == null && factor == null && step == null) {
      return Optional.empty();
    }
    if (factor != null && factor < 0) {
      throw new BadInputException("-f " + factor + ": use 2 or more, or -i for equal steps");
    }
    if (times() > 1 && step != null) {
      throw new BadInputException("-f with -i: nccl-tests then uses only -f; remove one of them");
    }
    long first = from == null ? USUAL_BYTES : bytes("-b", from);
    long last = to == null ? USUAL_BYTES : bytes("-e", to);
    long apart = apart();
    int times = times();
    if (first < 1 || apart < 1) {
      throw new BadInputException(
          (first < 1 ? "-b " + from : "-i " + step) + ": use 1 byte or more");
    }
    if (last < first) {
      throw new BadInputException(
          "-b %s is more than -e %s"
              .formatted(
                  from == null ? "32M, the default," : from, to == null ? "32M, the default" : to));
    }
    List<Long> sizes = new ArrayList<>();
    for (long size = first; size <= last; size = next(size, times, apart, last)) {
      sizes.add(size);
      if (sizes.size() > MOST_SIZES) {
        throw new BadInputException(
            "-b, -e and -i: more than 100,000 sizes; -f 2 doubles from one to the next");
      }
    }
    return Optional.of(sizes);
  }

  /** Of 0 and 1 nccl-tests, too, goes in equal steps. */
  private int times() {
    return factor == null || factor == 0 ? 1 : factor;
  }

  private long apart() {
    return step == null ? MEBI : bytes("-i", step);
  }

  /**
   * What the head of the output says of these sizes.
   *
   * @param sizes all that there are, smallest first
   * @param gpusOfThread that a thread calls for
   */
  public SweepRequest sweepRequest(List<Long> sizes, int gpusOfThread) {
    SweepRequest listed = SweepRequest.of(sizes);
    boolean isListed = from == null && to == null && factor == null && step == null;
    return new SweepRequest(
        threads == null ? listed.threads() : threads,
        gpusOfThread,
        listed.least(),
        isListed ? listed.most() : to == null ? USUAL_BYTES : bytes("-e", to),
        isListed
            ? listed.step()
            : times() > 1 ? SweepRequest.factor(times()) : SweepRequest.bytes(apart()));
  }

  /** The size after this one; beyond the last where a factor leads there. */
  private static long next(long size, int times, long apart, long last) {
    if (times == 1) {
      return size + apart;
    }
    return size > last / times ? last + 1 : size * times;
  }

  /** As nccl-tests reads it: K, M and G are 2^10, 2^20 and 2^30. */
  private static long bytes(String option, String text) {
    Matcher matcher = SIZE.matcher(text.strip());
    if (!matcher.matches()) {
      throw new BadInputException(
          option + " " + text + ": not a size; write it like 8, 128K, 128M or 1G");
    }
    String unit = matcher.group(2).toUpperCase(Locale.ROOT);
    if (!unit.isEmpty() && "B".equalsIgnoreCase(matcher.group(3))) {
      throw new BadInputException(
          "%s %s: nccl-tests reads that as %s%siB, but %sB is a power of ten elsewhere; write %s%s"
              .formatted(option, text, matcher.group(1), unit, unit, matcher.group(1), unit));
    }
    int power = unit.isEmpty() ? 0 : 10 * (1 + "KMG".indexOf(unit));
    BigDecimal bytes =
        new BigDecimal(matcher.group(1))
            .multiply(BigDecimal.valueOf(1L << power))
            .setScale(0, RoundingMode.DOWN);
    if (bytes.compareTo(BigDecimal.valueOf(1L << 50)) > 0) {
      throw new BadInputException(option + " " + text + ": use at most 1024T");
    }
    return bytes.longValueExact();
  }

  /** Whether an option is of GPUs, which processes of Gloo have none of. */
  public boolean isOfGpus() {
    return gpus != null || threads != null;
  }

  /** GPUs that a thread calls for, one after another, if it is said. */
  public Optional<Integer> gpusPerThread() {
    return Optional.ofNullable(gpus);
  }

  /**
   * GPUs of all machines, if these options alone say how many.
   *
   * @param all as {@code --gpus} has it
   * @throws BadInputException if a process would have more than a machine, or they do not come out
   *     even
   */
  public OptionalInt gpus(Machine machine, @Nullable Integer all) {
    if (!isOfGpus()) {
      return OptionalInt.empty();
    }
    int ofThread = gpus == null ? 1 : gpus;
    int threadsOfProcess = threads == null ? 1 : threads;
    if (ofThread < 1 || threadsOfProcess < 1) {
      throw new BadInputException("-g and -t: use 1 or more");
    }
    long ofProcess = (long) ofThread * threadsOfProcess;
    String told = (gpus == null ? "" : "-g " + gpus) + (threads == null ? "" : " -t " + threads);
    if (ofProcess > machine.gpus()) {
      throw new BadInputException(
          "%s: a process has GPUs of one machine, and %s has %d; set the total number with --gpus %d"
              .formatted(told.strip(), machine.name(), machine.gpus(), ofProcess));
    }
    if (all != null && all % ofProcess != 0) {
      throw new BadInputException(
          "%s with --gpus %d: this is not a whole number of processes with %d GPUs each"
              .formatted(told.strip(), all, ofProcess));
    }
    return all == null ? OptionalInt.of((int) ofProcess) : OptionalInt.empty();
  }
}
