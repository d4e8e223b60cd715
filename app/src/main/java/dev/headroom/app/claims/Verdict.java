package dev.headroom.app.claims;

import java.util.List;
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
   * @param commands that make its runs, or print what a formula gives
   */
  public record Measured(String condition, double value, List<String> commands) {}

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
            .map(trial -> new Measured(trial.condition(), trial.value(runs), trial.commands()))
            .toList();
    List<Measured> holding =
        measured.stream().filter(each -> claim.stated().holds(each.value())).toList();
    if (holding.size() == measured.size()) {
      return new Verdict(claim, Outcome.CONFIRMED, measured, "");
    }
    if (holding.isEmpty()) {
      return new Verdict(claim, Outcome.REFUTED, measured, missed(claim.stated(), measured));
    }
    String conditions = holding.stream().map(Measured::condition).collect(Collectors.joining("; "));
    return new Verdict(claim, Outcome.UNDER_CONDITIONS, measured, conditions);
  }

  private static String missed(Stated stated, List<Measured> measured) {
    return measured.stream()
        .map(each ->
            (each.condition().isEmpty() ? "" : each.condition() + ": ")
                + stated.missedBy(each.value()))
        .collect(Collectors.joining("; "));
  }
}
