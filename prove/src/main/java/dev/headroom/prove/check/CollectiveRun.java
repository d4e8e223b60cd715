package dev.headroom.prove.check;

import dev.headroom.formats.benchmark.NcclTestsReader;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSource;
import dev.headroom.formats.read.FactReader;
import dev.headroom.model.text.ShellQuoting;
import dev.headroom.prove.plan.CollectivePlan;
import dev.headroom.prove.plan.CollectivePlan.Launcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * All-reduce over all hosts of a plan: the script that starts it, and the reader of what it prints.
 *
 * <p>Nothing of a job's environment comes into the output: nccl-tests never gets {@code -J}, NCCL's
 * own log, which names variables, is off, and lines of it are left out.
 *
 * @param measures of the all-reduce, see the names here; none where there is a problem
 * @param problem why there is no bandwidth, or wrong results; empty if all is well
 */
public record CollectiveRun(SortedMap<String, Double> measures, String problem) {
  /** Bus bandwidth at the largest size, the lower of out of place and in place, in GB/s. */
  public static final String BUS = "busbw_gbytes";

  /** The largest size, in bytes. */
  public static final String SIZE = "size_bytes";

  /** Mean bus bandwidth over all sizes, in GB/s. */
  public static final String MEAN = "mean_busbw_gbytes";

  /** How many ranks took part. */
  public static final String RANKS = "ranks";

  /** The longest time from start to end. */
  public static final Duration LIMIT = Duration.ofMinutes(30);

  private static final FactReader READER =
      new FactReader(List.of(new NcclTestsReader()), List.of());
  private static final Pattern END = Pattern.compile(CheckScript.END + "collective (\\d{1,3})");
  private static final Pattern RANK = Pattern.compile("test \\d+");
  private static final String SIZES = "-b 8M -e 8G -f 2 -g 1 -n 20 -w 5 -c 1";
  private static final int TIMED_OUT = 124;

  private static final String SCRIPT =
      """
      LC_ALL=C
      NCCL_DEBUG=WARN
      export LC_ALL NCCL_DEBUG
      if ! command -v @LAUNCHER@ >/dev/null 2>&1; then
        echo "@LAUNCHER@ is not installed"
        echo "@@ end collective 127"
        exit 0
      fi
      root=
      [ "$(id -u)" -eq 0 ] && root=--allow-run-as-root
      folder=$(mktemp -d) || exit 1
      trap 'rm -rf "$folder"' EXIT
      timeout -k 5 @SECONDS@ @WORDS@ > "$folder/output" 2>&1 < /dev/null
      status=$?
      sed -e '/NCCL INFO/d' -e 's/^@@/ @@/' "$folder/output"
      echo
      echo "@@ end collective $status"
      exit 0
      """;

  /** The script, for {@code sh -s} on the machine where the launcher is. */
  public static String script(CollectivePlan plan, List<String> hosts) {
    int ranks = plan.ranksPerHost() * hosts.size();
    List<String> words = new ArrayList<>(List.of(plan.launcher().word()));
    if (plan.launcher() == Launcher.MPIRUN) {
      words.addAll(
          List.of(
              "-np",
              "" + ranks,
              "-N",
              "" + plan.ranksPerHost(),
              "-H",
              hosts.stream()
                  .map(host -> host + ":" + plan.ranksPerHost())
                  .collect(Collectors.joining(","))));
    } else {
      words.addAll(
          List.of(
              "--overlap",
              "--mpi=pmix",
              "--nodes=" + hosts.size(),
              "--ntasks=" + ranks,
              "--ntasks-per-node=" + plan.ranksPerHost(),
              "--nodelist=" + String.join(",", hosts)));
    }
    words.addAll(plan.options());
    words.add(plan.program());
    String quoted = words.stream().map(ShellQuoting::quote).collect(Collectors.joining(" "));
    return SCRIPT
        .replace("@LAUNCHER@", plan.launcher().word())
        .replace("@SECONDS@", "" + (LIMIT.toSeconds() - 60))
        .replace("@WORDS@", asRoot(plan.launcher(), quoted) + " " + SIZES);
  }

  /** Open MPI does not start as root unless it is told to; who logs in as root has decided it. */
  private static String asRoot(Launcher launcher, String words) {
    return launcher == Launcher.MPIRUN ? words.replaceFirst(" ", " \\$root ") : words;
  }

  /** What the script printed. */
  public static CollectiveRun of(String printed, int ranksPlanned) {
    List<String> lines = printed.lines().toList();
    int status = -1;
    for (String line : lines) {
      Matcher end = END.matcher(line);
      if (end.matches()) {
        status = Integer.parseInt(end.group(1));
      }
    }
    SortedMap<String, Double> measures = new TreeMap<>();
    String bounds = "";
    double size = 0;
    long ranks = 0;
    for (Fact fact : READER.read(FactSource.of("all_reduce_perf"), printed).facts()) {
      switch (fact.key()) {
        case "size.bytes" -> {
          size = Double.parseDouble(fact.value());
          if (size > measures.getOrDefault(SIZE, 0.0)) {
            measures.put(SIZE, size);
            measures.remove(BUS);
          }
        }
        case "out-of-place.busbw.gbytes", "in-place.busbw.gbytes" -> {
          double bus = number(fact.value());
          if (size == measures.getOrDefault(SIZE, 0.0) && bus > 0) {
            measures.merge(BUS, bus, Math::min);
          }
        }
        case "avg-bus-bandwidth" -> {
          if (number(fact.value()) > 0) {
            measures.put(MEAN, number(fact.value()));
          }
        }
        case "out-of-bounds-values" -> bounds = fact.value().startsWith("0 ") ? "" : fact.value();
        case "device" -> ranks += RANK.matcher(fact.subject().name()).matches() ? 1 : 0;
        default -> {
          // what people read in the raw output
        }
      }
    }
    if (ranks > 0) {
      measures.put(RANKS, (double) ranks);
    }
    return new CollectiveRun(
        measures, problem(measures, bounds, status, ranksPlanned, last(lines)));
  }

  private static String problem(
      Map<String, Double> measures, String bounds, int status, int planned, String last) {
    if (!bounds.isEmpty()) {
      return "results out of bounds: " + bounds;
    }
    if (status == TIMED_OUT) {
      return "it did not end within " + (LIMIT.toSeconds() - 60) + " s";
    }
    if (status != 0) {
      return (status < 0 ? "it did not end" : "it ended with exit code " + status)
          + (last.isEmpty() ? "" : ": " + last);
    }
    if (!measures.containsKey(BUS)) {
      return "it printed no bus bandwidth";
    }
    double ranks = measures.getOrDefault(RANKS, 0.0);
    return ranks == planned
        ? ""
        : "%.0f ranks took part where the plan has %d; was it built with MPI=1?"
            .formatted(ranks, planned);
  }

  private static String last(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.isBlank() && !line.startsWith("@@"))
        .reduce((_, later) -> later)
        .map(String::strip)
        .orElse("");
  }

  /** A cell of the table; 0 for {@code N/A} and the like. */
  private static double number(String cell) {
    try {
      double value = Double.parseDouble(cell.strip());
      return Double.isFinite(value) ? value : 0;
    } catch (NumberFormatException _) {
      return 0;
    }
  }
}
