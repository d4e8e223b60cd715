package dev.headroom.run.summary;

import dev.headroom.run.figures.NumberText;
import dev.headroom.sim.measure.RunResult;
import dev.headroom.unit.UnitException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Required bound on a measure of a run, {@code p99Slowdown<3}, for scripts and CI.
 *
 * @param text as it was written
 * @param written the bound as it was written
 * @param bound in the unit of the measure: picoseconds, bytes, bits per second, or none
 */
public record Requirement(
    String text, Measure measure, Relation relation, String written, double bound) {
  private static final Pattern FORM = Pattern.compile("\\s*([^<>=!]+?)\\s*([<>=!]+)\\s*([^<>=]*)");
  private static final Pattern SIGN = Pattern.compile("[<>=!]+");

  /** What people write between several. */
  private static final Pattern BETWEEN = Pattern.compile("(?i)\\s+and\\s+|[,;&]+");

  private static final String FORMS =
      "write it like p99Slowdown<3, completion<=2ms or drops=0; the operators are <, <=, >, "
          + ">= and =";

  /** How a value is to stand to the bound. */
  public enum Relation {
    LESS("<"),
    AT_MOST("<="),
    MORE(">"),
    AT_LEAST(">="),
    EQUAL("=");

    private final String sign;

    Relation(String sign) {
      this.sign = sign;
    }

    public String sign() {
      return sign;
    }

    private boolean holds(double value, double bound) {
      return switch (this) {
        case LESS -> value < bound;
        case AT_MOST -> value <= bound;
        case MORE -> value > bound;
        case AT_LEAST -> value >= bound;
        case EQUAL -> value == bound;
      };
    }
  }

  /**
   * What came of it.
   *
   * @param value what was measured; NaN for nothing, or nothing that counts
   * @param isMet whether the value is as required
   * @param sentence measured and required, in a sentence
   */
  public record Outcome(Requirement requirement, double value, boolean isMet, String sentence) {}

  /**
   * Reads {@code completion<2ms}.
   *
   * @param names measures that the run will have
   * @throws IllegalArgumentException with what would be right
   */
  public static Requirement parse(String text, MeasureNames names) {
    refuseSeveral(text);
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("this is not a bound; " + FORMS);
    }
    String sign = matcher.group(2).equals("==") ? "=" : matcher.group(2);
    Relation relation =
        Arrays.stream(Relation.values())
            .filter(each -> each.sign.equals(sign))
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException("'" + sign + "' is not an operator; " + FORMS));
    Measure measure =
        names
            .find(matcher.group(1))
            .orElseThrow(() -> new IllegalArgumentException(names.unknown(matcher.group(1))));
    try {
      String bound = matcher.group(3).strip();
      return new Requirement(text.strip(), measure, relation, bound, measure.unit().parse(bound));
    } catch (UnitException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static void refuseSeveral(String text) {
    if (SIGN.matcher(text).results().count() < 2) {
      return;
    }
    List<String> bounds = Arrays.stream(BETWEEN.split(text)).map(String::strip).toList();
    boolean areBounds = bounds.size() > 1 && bounds.stream().allMatch(FORM.asMatchPredicate());
    throw new IllegalArgumentException(
        "use one --require for each bound; the run must meet all of them: "
            + (areBounds ? bounds.stream() : Stream.of("drops=0", "p99Slowdown<3"))
                .map(bound -> "--require '" + bound + "'")
                .collect(Collectors.joining(" ")));
  }

  /** Judges a run; one that is not over has no completion that could be as required. */
  public Outcome of(RunSummary summary) {
    double measured = measure.of().applyAsDouble(summary);
    boolean isOver =
        summary.unfinished() == 0 && summary.result().outcome() == RunResult.Outcome.FINISHED;
    if (measure.needsAllFlows() && !isOver) {
      return new Outcome(this, Double.NaN, false, missed(unfinished(summary)));
    }
    if (Double.isNaN(measured)) {
      return new Outcome(this, measured, false, missed("this run has no value for it"));
    }
    boolean isMet = relation.holds(measured, bound);
    String shown = measure.name() + " is " + precise(measured);
    return new Outcome(
        this, measured, isMet, isMet ? "met: " + text + ": " + shown : missed(shown));
  }

  /** Each of them, in their order. */
  public static List<Outcome> of(List<Requirement> all, RunSummary summary) {
    return all.stream().map(each -> each.of(summary)).toList();
  }

  private String missed(String why) {
    return "not met: " + text + ": " + why + ", but the bound is " + relation.sign + " " + written;
  }

  private static String unfinished(RunSummary summary) {
    long left = summary.unfinished();
    return left == 0
        ? "the run did not reach its end"
        : NumberText.count(left)
            + " of "
            + NumberText.plural(summary.result().counts().flows(), "flow", "flows")
            + " did not finish";
  }

  /** To three digits, as elsewhere, unless value and bound would look the same then. */
  private String precise(double value) {
    String shown = measure.text(value);
    return shown.equals(measure.text(bound)) && value != bound
        ? shown + " (" + BigDecimal.valueOf(value).toPlainString() + ")"
        : shown;
  }
}
