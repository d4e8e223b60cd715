package dev.headroom.formats;

import java.util.List;
import java.util.stream.Collectors;

/** Files that cannot be used, with everything that is wrong with them and not just the first. */
public final class FormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<FormatProblem> problems;

  public FormatException(List<FormatProblem> problems) {
    super(problems.stream().map(FormatProblem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  public List<FormatProblem> problems() {
    return problems;
  }
}
