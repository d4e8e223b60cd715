package dev.headroom.run.claims;

import java.util.List;
import java.util.Optional;
import java.util.function.DoubleSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A claim of an article. */
public sealed interface Claim {
  /** Article and line, with a letter where a line says several things: {@code S2:352b}. */
  String id();

  /** In short. */
  String words();

  /**
   * One that is a number.
   *
   * @param how what is taken of the runs, or of what the commands print
   * @param trials what is measured; several where it depends on something
   * @param comparisons what is measured to compare with, and is nothing that the article speaks of:
   *     no verdict follows from it
   * @param rule how one follows from the trials
   * @param caveat what of it is this program's own
   */
  record Numeric(
      String id,
      String words,
      StatedValue stated,
      String how,
      List<Trial> trials,
      List<Trial> comparisons,
      VerdictRule rule,
      Optional<ClaimCaveat> caveat)
      implements Claim {
    public Numeric {
      trials = List.copyOf(trials);
      comparisons = List.copyOf(comparisons);
      if (trials.isEmpty()) {
        throw new IllegalArgumentException(id + " has no trial");
      }
    }

    /** The same, with what others have of it, which does not count. */
    Numeric comparisons(Trial... others) {
      return new Numeric(id, words, stated, how, trials, List.of(others), rule, caveat);
    }

    /**
     * The same, whose trials differ in a quantity that takes values between theirs.
     *
     * @param quantity in words
     */
    Numeric varying(String quantity) {
      return new Numeric(
          id, words, stated, how, trials, comparisons, new VerdictRule.Along(quantity), caveat);
    }

    /**
     * The same, of something that an article sets apart from another.
     *
     * @param apart from what, and what the article says of that
     * @param others the trials of that, each beside its own
     */
    Numeric contrastedWith(VerdictRule.Apart apart, Trial... others) {
      return new Numeric(id, words, stated, how, trials, List.of(others), apart, caveat);
    }

    /** All that is measured, what does not count last. */
    public List<Trial> measurements() {
      return Stream.concat(trials.stream(), comparisons.stream()).toList();
    }

    /** What a person types to see the figures of all of it, each once. */
    public List<String> commands() {
      return measurements().stream()
          .flatMap(trial -> trial.commands().stream())
          .distinct()
          .toList();
    }
  }

  /**
   * One that no run or formula can decide.
   *
   * @param why not, and what is known
   */
  record Untestable(String id, String words, String why) implements Claim {}

  /**
   * One measurement.
   *
   * @param condition under which it is made; empty where there is one only
   * @param examples what is run for it; nothing where a formula decides
   * @param formulaCommands commands that print what a formula gives
   * @param by who measured or wrote it; empty where it is run or worked out here
   * @param taken how the figure is taken from what the commands print, where the same commands give
   *     figures of several trials; else empty
   */
  record Trial(
      String condition,
      List<ClaimExample> examples,
      List<String> formulaCommands,
      String by,
      String taken,
      Figure figure) {
    public Trial {
      examples = List.copyOf(examples);
      formulaCommands = List.copyOf(formulaCommands);
    }

    /** By runs alone. */
    Trial(String condition, List<ClaimExample> examples, Figure figure) {
      this(condition, examples, List.of(), "", "", figure);
    }

    /** The same, with how it is taken. */
    Trial withDerivation(String formula) {
      return new Trial(condition, examples, formulaCommands, by, formula, figure);
    }

    double value(ClaimRunSource runs) {
      return figure.of(examples.stream().map(runs::of).toList());
    }

    /** What a person types to make the same runs, or to see the same figure. */
    public List<String> commands() {
      return Stream.concat(examples.stream().map(ClaimExample::command), formulaCommands.stream())
          .toList();
    }
  }

  /** What is taken of runs, in the unit of what was stated. */
  @FunctionalInterface
  interface Figure {
    double of(List<ClaimRun> runs);
  }

  static Numeric numeric(String id, String words, StatedValue stated, String how, Trial... trials) {
    return new Numeric(
        id,
        words,
        stated,
        how,
        List.of(trials),
        List.of(),
        new VerdictRule.Each(),
        Optional.empty());
  }

  /** The same by one formula that depends on nothing, and commands that print what it gives. */
  static Numeric numeric(
      String id,
      String words,
      StatedValue stated,
      String how,
      DoubleSupplier formula,
      String... commands) {
    return numeric(id, words, stated, how, trial("", formula, commands));
  }

  /** By a formula, and commands that print what it gives. */
  static Trial trial(String condition, DoubleSupplier formula, String... commands) {
    return new Trial(
        condition, List.of(), List.of(commands), "", "", none -> formula.getAsDouble());
  }

  /**
   * By what others measured or wrote.
   *
   * @param by who, and where
   */
  static Trial published(String condition, double value, String by) {
    return new Trial(condition, List.of(), List.of(), by, "", none -> value);
  }

  /** By a run. */
  static Trial run(String condition, ClaimExample example, ToDoubleFunction<ClaimRun> figure) {
    return new Trial(condition, List.of(example), runs -> figure.applyAsDouble(runs.getFirst()));
  }

  /** The only one. */
  static Trial run(ClaimExample example, ToDoubleFunction<ClaimRun> figure) {
    return run("", example, figure);
  }

  /** A figure of one run over that of another. */
  static Trial ratio(
      String condition, ClaimExample over, ClaimExample under, ToDoubleFunction<ClaimRun> figure) {
    return new Trial(
        condition,
        List.of(over, under),
        runs -> figure.applyAsDouble(runs.get(0)) / figure.applyAsDouble(runs.get(1)));
  }

  /** The only one. */
  static Trial ratio(ClaimExample over, ClaimExample under, ToDoubleFunction<ClaimRun> figure) {
    return ratio("", over, under, figure);
  }
}
