package dev.headroom.app.option;

import dev.headroom.model.text.BadInputException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a search for settings: its objectives, workload, knobs and budget. */
public final class SearchArguments {
  private static final int RUNS = 200;
  private static final int FEWEST = 120;
  private static final int MOST = 100_000;

  @Option(
      names = "--for",
      paramLabel = "MEASURE",
      split = ",",
      description =
          "Objectives, such as completion,slowdownP99,pauses; the first decides where several are "
              + "equal. Default: completion, or the time of the collective, and slowdownP99.")
  private List<String> objectives = new ArrayList<>();

  @Option(
      names = "--workload",
      paramLabel = "TYPE[:SIZE]",
      description = "Workload of all runs, such as all-reduce:1GiB.")
  private @Nullable String workload;

  @Option(
      names = "--knobs",
      paramLabel = "PATTERN",
      split = ",",
      description = "Knobs that may move, such as congestion.*,pfc.*.")
  private List<String> knobs = new ArrayList<>();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description =
          "Budget of the search in runs, at least 120, with those of the comparison. Default: 200.")
  private @Nullable Integer runs;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Set any key of the scenario for all runs, such as run.timeLimit=1s.")
  private List<String> sets = new ArrayList<>();

  /** Whether one of them is given. */
  public boolean areGiven() {
    return !objectives.isEmpty()
        || workload != null
        || !knobs.isEmpty()
        || runs != null
        || !sets.isEmpty();
  }

  /** Measures, as the user writes them; empty for the usual ones. */
  public List<String> objectives() {
    return List.copyOf(objectives);
  }

  /** Patterns; empty for the usual knobs. */
  public List<String> knobs() {
    return List.copyOf(knobs);
  }

  /**
   * The budget in runs.
   *
   * @throws BadInputException if it is too small or too large
   */
  public int runs() {
    return OptionRangeCheck.within("--runs", wanted(), FEWEST, MOST);
  }

  /**
   * The same where 0 searches nothing.
   *
   * @throws BadInputException if it is too small or too large
   */
  public int runsOrNone() {
    if (wanted() < 0 || (wanted() > 0 && wanted() < FEWEST)) {
      throw new BadInputException(
          "--runs %d: use 0 to search nothing, or %,d to %,d".formatted(wanted(), FEWEST, MOST));
    }
    return wanted() == 0 ? 0 : runs();
  }

  private int wanted() {
    return runs == null ? RUNS : runs;
  }

  /**
   * {@code key=value} for all runs, with that of the workload.
   *
   * @throws BadInputException if the workload is set twice, since one would have no effect
   */
  public List<String> overrides() {
    List<String> all = new ArrayList<>();
    if (workload != null) {
      if (sets.stream().anyMatch(set -> set.startsWith(WorkloadOverride.KEY))) {
        throw new BadInputException(
            "--workload %s: --set workload is given as well; remove one of the two"
                .formatted(workload));
      }
      all.add(WorkloadOverride.of(workload));
    }
    all.addAll(sets);
    return all;
  }

  /** An error about the scenario in the words of these options. */
  public BadInputException named(BadInputException error) {
    return workload == null
        ? error
        : error.withMessage(WorkloadOverride.named(String.valueOf(error.getMessage()), workload));
  }
}
