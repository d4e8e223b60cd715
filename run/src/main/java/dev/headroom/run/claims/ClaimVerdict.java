package dev.headroom.run.claims;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Verdict on a claim.
 *
 * @param measured in the order of the trials; none where it cannot be tested
 * @param comparisons what was measured to compare with, and does not count
 * @param detail under which conditions it holds, by how much it misses, or why it is not testable
 */
public record ClaimVerdict(
    Claim claim,
    Outcome outcome,
    List<Measured> measured,
    List<Measured> comparisons,
    String detail) {

  /** How it can end. */
  public enum Outcome {
    CONFIRMED("confirmed"),
    UNDER_CONDITIONS("confirmed under conditions"),
    REFUTED("refuted"),
    NO_DIFFERENCE("no difference found"),
    NEITHER("neither confirmed nor refuted"),
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
   * @param taken how it is taken from what the commands print; empty where that is plain
   */
  public record Measured(
      String condition,
      double value,
      boolean holds,
      String missed,
      List<String> commands,
      String by,
      String taken) {}

  /** What of the measurements is this program's own. */
  public Optional<ClaimCaveat> caveat() {
    return claim instanceof Claim.Numeric numeric ? numeric.caveat() : Optional.empty();
  }

  /** The outcome, and in brackets what of it is this program's own. */
  public String words() {
    return outcome.words() + caveat().map(own -> " (" + own.kind().words() + ")").orElse("");
  }

  /** Makes the measurements of a claim and compares them with what it states. */
  public static ClaimVerdict of(Claim claim, ClaimRunSource runs) {
    return switch (claim) {
      case Claim.Untestable untestable ->
          new ClaimVerdict(claim, Outcome.NOT_TESTABLE, List.of(), List.of(), untestable.why());
      case Claim.Numeric numeric -> of(numeric, runs);
    };
  }

  private static ClaimVerdict of(Claim.Numeric claim, ClaimRunSource runs) {
    List<Measured> measured = measured(claim.stated(), claim.trials(), runs);
    List<Measured> beside = measured(claim.stated(), claim.comparisons(), runs);
    Outcome outcome = outcome(claim, measured, beside);
    return new ClaimVerdict(
        claim, outcome, measured, beside, detail(claim, outcome, measured, beside));
  }

  private static Outcome outcome(
      Claim.Numeric claim, List<Measured> measured, List<Measured> beside) {
    boolean some = measured.stream().anyMatch(Measured::holds);
    return switch (claim.rule()) {
      case VerdictRule.Apart apart when some && areAlike(apart, measured, beside) ->
          Outcome.NO_DIFFERENCE;
      case VerdictRule.Along _ when !some && areOnBothSides(claim.stated(), measured) ->
          Outcome.NEITHER;
      case VerdictRule _ when !some -> Outcome.REFUTED;
      case VerdictRule _ ->
          measured.stream().allMatch(Measured::holds)
              ? Outcome.CONFIRMED
              : Outcome.UNDER_CONDITIONS;
    };
  }

  private static boolean areAlike(
      VerdictRule.Apart apart, List<Measured> measured, List<Measured> beside) {
    return IntStream.range(0, measured.size())
        .allMatch(trial -> apart.alike(measured.get(trial).value(), beside.get(trial).value()));
  }

  private static boolean areOnBothSides(StatedValue stated, List<Measured> measured) {
    return measured.stream().anyMatch(each -> each.value() < stated.least())
        && measured.stream().anyMatch(each -> each.value() > stated.most());
  }

  private static String detail(
      Claim.Numeric claim, Outcome outcome, List<Measured> measured, List<Measured> beside) {
    StatedValue stated = claim.stated();
    return switch (outcome) {
      case CONFIRMED, NOT_TESTABLE -> "";
      case REFUTED -> missed(measured);
      case UNDER_CONDITIONS ->
          measured.stream()
              .filter(Measured::holds)
              .map(Measured::condition)
              .collect(Collectors.joining("; "));
      case NEITHER ->
          "below the stated value in some cases and above it in others; the cases differ in %s"
              .formatted(((VerdictRule.Along) claim.rule()).quantity());
      case NO_DIFFERENCE -> {
        VerdictRule.Apart apart = (VerdictRule.Apart) claim.rule();
        yield "%s has %s and %s has %s; the article states %s and %s"
            .formatted(
                apart.name(),
                values(stated, measured),
                apart.other(),
                values(stated, beside),
                stated.shownAlone(apart.stated()),
                stated.shown(apart.otherStated()));
      }
    };
  }

  private static String values(StatedValue stated, List<Measured> measured) {
    return measured.stream()
        .map(each -> stated.shownAlone(each.value()))
        .collect(Collectors.joining("/"));
  }

  private static List<Measured> measured(
      StatedValue stated, List<Claim.Trial> trials, ClaimRunSource runs) {
    return trials.stream().map(trial -> measured(stated, trial, trial.value(runs))).toList();
  }

  private static Measured measured(StatedValue stated, Claim.Trial trial, double value) {
    boolean holds = stated.holds(value);
    return new Measured(
        trial.condition(),
        value,
        holds,
        holds ? "" : stated.differenceText(value),
        trial.commands(),
        trial.by(),
        trial.taken());
  }

  private static String missed(List<Measured> measured) {
    return measured.stream()
        .map(each -> (each.condition().isEmpty() ? "" : each.condition() + ": ") + each.missed())
        .collect(Collectors.joining("; "));
  }
}
