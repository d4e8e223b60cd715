package dev.headroom.app.claims;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What became of a claim.
 *
 * @param measured in the order of the trials; none where it cannot be tested
 * @param detail under which conditions it holds, by how much it misses, or why it is not testable
 */
public record Verdict(Claim claim, Outcome outcome, List<Measured> measured, String detail) {

  /** How it can end. */
  public enum Outcome {
    CONFIRMED("confirmed"),
    UNDER_CONDITIONS("confirmed under conditions"),
    REFUTED("refuted"),
    NOT_TESTABLE("not testable");

    private final String words;

    Outcome(String words) {
      this.words = words;
    }

    public String words() {
      return words;
    }
  }

  /**
   * What one trial gave.
   *
   * @param holds whether it is what the article states, within the tolerance
   * @param missed by how much it is not; empty where it holds
   * @param commands that make its runs, or print what a formula gives
   * @param by who measured or wrote it, where that was not done here
   */
  public record Measured(
      String condition,
      double value,
      boolean holds,
      String missed,
      List<String> commands,
      String by) {}

  /** What of the measurements is this program's own. */
  public Optional<Caveat> caveat() {
    return claim instanceof Claim.Numeric numeric ? numeric.caveat() : Optional.empty();
  }

  /** The outcome, and in brackets what of it is this program's own. */
  public String words() {
    return outcome.words() + caveat().map(own -> " (" + own.kind().words() + ")").orElse("");
  }

  /** Makes the measurements of a claim and compares them with what it states. */
  public static Verdict of(Claim claim, Runs runs) {
    return switch (claim) {
      case Claim.Untestable untestable ->
          new Verdict(claim, Outcome.NOT_TESTABLE, List.of(), untestable.why());
      case Claim.Numeric numeric -> of(numeric, runs);
    };
  }

  private static Verdict of(Claim.Numeric claim, Runs runs) {
    List<Measured> measured =
        claim.trials().stream()
            .map(trial -> measured(claim.stated(), trial, trial.value(runs)))
            .toList();
    List<Measured> holding = measured.stream().filter(Measured::holds).toList();
    if (holding.size() == measured.size()) {
      return new Verdict(claim, Outcome.CONFIRMED, measured, "");
    }
    if (holding.isEmpty()) {
      return new Verdict(claim, Outcome.REFUTED, measured, missed(measured));
    }
    String conditions = holding.stream().map(Measured::condition).collect(Collectors.joining("; "));
    return new Verdict(claim, Outcome.UNDER_CONDITIONS, measured, conditions);
  }

  private static Measured measured(Stated stated, Claim.Trial trial, double value) {
    boolean holds = stated.holds(value);
    return new Measured(
        trial.condition(),
        value,
        holds,
        holds ? "" : stated.missedBy(value),
        trial.commands(),
        trial.by());
  }

  private static String missed(List<Measured> measured) {
    return measured.stream()
        .map(each -> (each.condition().isEmpty() ? "" : each.condition() + ": ") + each.missed())
        .collect(Collectors.joining("; "));
  }
}
