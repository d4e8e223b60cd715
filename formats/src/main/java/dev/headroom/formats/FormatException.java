package dev.headroom.formats;

import dev.headroom.model.yaml.Problem;
import java.util.List;
import java.util.stream.Collectors;

/** Error for files that cannot be used, with all their problems and not just the first. */
public final class FormatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient List<Problem> problems;

  public FormatException(List<Problem> problems) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
  }

  /** All problems, a line each. */
  public String text() {
    return problems.stream().map(Problem::toString).collect(Collectors.joining("\n"));
  }

  public List<Problem> problems() {
    return problems;
  }
}
