package dev.headroom.run;

import dev.headroom.model.yaml.Problem;
import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/** Exception for a scenario's text that is not a scenario, or whose settings do not go together. */
public final class UnreadableScenarioException extends Exception {
  @Serial private static final long serialVersionUID = 1;

  private final transient List<Problem> problems;
  private final boolean misfit;

  UnreadableScenarioException(List<Problem> problems, boolean misfit) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
    this.misfit = misfit;
  }

  /** Each with its place. */
  public List<Problem> problems() {
    return problems;
  }

  /** Whether each value may stand alone, and only their combination may not. */
  public boolean isMisfit() {
    return misfit;
  }
}
