package dev.headroom.run.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ClaimsTest {
  /** Formulas run nothing. */
  private static final ClaimRunSource NONE =
      example -> {
        throw new AssertionError(example + " is run");
      };

  static List<Claim.Numeric> numeric() {
    return Claims.all().stream()
        .filter(Claim.Numeric.class::isInstance)
        .map(Claim.Numeric.class::cast)
        .toList();
  }

  /** Those that take no run: formulas are quick enough to be tried again and again. */
  static List<Claim.Numeric> formulas() {
    return numeric().stream()
        .filter(claim -> claim.trials().stream().allMatch(trial -> trial.examples().isEmpty()))
        .toList();
  }

  @Test
  void shouldGiveEachItsOwnId() {
    assertThat(Claims.all()).extracting(Claim::id).doesNotHaveDuplicates().isNotEmpty();
    assertThat(Claims.all()).allMatch(claim -> claim.id().matches("S[0-4]:\\d+[a-z]?"));
  }

  @ParameterizedTest
  @MethodSource("formulas")
  void shouldConfirmWhatWasMeasuredAndNothingElse(Claim.Numeric claim) {
    for (ClaimVerdict.Measured measured : ClaimVerdict.of(claim, NONE).measured()) {
      double value = measured.value();
      Claim.Trial same = Claim.trial("", () -> value);
      Claim.Trial perturbed = Claim.trial("", () -> value * 1.5 + 1);
      StatedValue asMeasured = StatedValue.approximately(value, claim.stated().unit(), 0.01);
      assertThat(outcome(claim, asMeasured, same)).isEqualTo(ClaimVerdict.Outcome.CONFIRMED);
      assertThat(outcome(claim, asMeasured, perturbed)).isEqualTo(ClaimVerdict.Outcome.REFUTED);
    }
  }

  /** What is accepted of a claim, as its page prints it, and values on both sides of each end. */
  @ParameterizedTest
  @MethodSource("numeric")
  void shouldFollowFromTheToleranceAlone(Claim.Numeric claim) {
    StatedValue stated = claim.stated();
    double low = stated.least() - stated.slack();
    double high = stated.most() + stated.slack();
    List<Double> values = new ArrayList<>(List.of(0.0, 1.0, -1.0, 1e9));
    for (double end : List.of(low, high)) {
      if (Double.isFinite(end)) {
        double step = Math.max(Math.abs(end), 1) * 1e-9;
        values.addAll(List.of(end, end - step, end + step, 2 * end, end / 2));
      }
    }
    for (double one : values) {
      boolean holds = low <= one && one <= high;
      assertThat(outcome(claim, stated, Claim.trial("", () -> one)))
          .isEqualTo(holds ? ClaimVerdict.Outcome.CONFIRMED : ClaimVerdict.Outcome.REFUTED);
      for (double other : values) {
        boolean both = low <= other && other <= high;
        ClaimVerdict verdict =
            ClaimVerdict.of(
                Claim.numeric(
                    claim.id(),
                    claim.words(),
                    stated,
                    claim.how(),
                    Claim.trial("one", () -> one),
                    Claim.published("other", other, "somebody")),
                NONE);
        assertThat(verdict.outcome())
            .isEqualTo(
                holds && both
                    ? ClaimVerdict.Outcome.CONFIRMED
                    : holds || both
                        ? ClaimVerdict.Outcome.UNDER_CONDITIONS
                        : ClaimVerdict.Outcome.REFUTED);
        assertThat(verdict.measured())
            .extracting(ClaimVerdict.Measured::holds)
            .containsExactly(holds, both);
      }
    }
  }

  /** A tenth at most, so that what is confirmed is near to what is stated. */
  @ParameterizedTest
  @MethodSource("numeric")
  void shouldAllowATenthAtMost(Claim.Numeric claim) {
    StatedValue stated = claim.stated();
    assertThat(stated.tolerance()).isNotBlank();
    if (stated.least() == stated.most()) {
      assertThat(stated.slack()).isLessThanOrEqualTo(0.1 * Math.abs(stated.least()) + 1e-12);
    } else {
      assertThat(stated.slack()).isZero();
    }
  }

  @Test
  void shouldSayWhereAToleranceEnds() {
    assertThat(StatedValue.approximately(200, "ms", 0.1).tolerance())
        .isEqualTo("10 % in both directions: 180 to 220 ms");
    assertThat(StatedValue.approximately(98.2, "%", 0.002).tolerance())
        .isEqualTo("0.2 % in both directions: 98.0036 to 98.3964 %");
    assertThat(StatedValue.approximately(3, "of 3 defaults", 0).tolerance()).isEqualTo("none");
    assertThat(StatedValue.between(5, 10, "times").tolerance())
        .isEqualTo("none beyond the stated range");
    assertThat(StatedValue.atLeast(1.1, "times").withBoundChosenHere().tolerance())
        .isEqualTo("the article names no number; at least 1.1 times counts as confirmed");
  }

  static List<Claim> all() {
    return Claims.all();
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldNameWhoSaysWhatSourcesMakeOfIt(Claim claim) {
    SourceAssessment sources = SourceAssessment.of(claim).orElseThrow();
    if (sources.reading() != SourceAssessment.Reading.UNKNOWN) {
      assertThat(SourceAssessment.citation(claim)).as(claim.id()).isNotBlank();
    }
  }

  @Test
  void shouldSayWhichTestNothingButADefault() {
    assertThat(Claims.all())
        .filteredOn(claim -> caveat(claim) == ClaimCaveat.Kind.OWN_DEFAULT)
        .extracting(Claim::id)
        .containsExactlyInAnyOrder(
            "S0:9a", "S1:16", "S1:42", "S1:60", "S1:60b", "S1:66", "S2:159", "S2:227", "S2:350",
            "S2:352a", "S2:364c", "S3:191", "S4:88");
    assertThat(Claims.all())
        .filteredOn(claim -> caveat(claim) == ClaimCaveat.Kind.OWN_INPUT)
        .extracting(Claim::id)
        .contains("S0:3", "S2:84a", "S2:84b", "S2:184", "S2:354");
    ClaimVerdict verdict = ClaimVerdict.of(claim("S1:60"), NONE);
    assertThat(verdict.words()).isEqualTo("confirmed (own default)");
  }

  private static ClaimCaveat.@Nullable Kind caveat(Claim claim) {
    return claim instanceof Claim.Numeric numeric
        ? numeric.caveat().map(ClaimCaveat::kind).orElse(null)
        : null;
  }

  private static ClaimVerdict.Outcome outcome(
      Claim.Numeric claim, StatedValue stated, Claim.Trial trial) {
    return ClaimVerdict.of(
            Claim.numeric(claim.id(), claim.words(), stated, claim.how(), trial), NONE)
        .outcome();
  }

  @Test
  void shouldNameTheConditionsUnderWhichAClaimHolds() {
    Claim claim =
        Claim.numeric(
            "S0:1",
            "it is 5 to 6",
            StatedValue.between(5, 6, "us"),
            "",
            Claim.trial("small", () -> 5.5),
            Claim.trial("large", () -> 55));
    ClaimVerdict verdict = ClaimVerdict.of(claim, NONE);
    assertThat(verdict.outcome()).isEqualTo(ClaimVerdict.Outcome.UNDER_CONDITIONS);
    assertThat(verdict.detail()).isEqualTo("small");
  }

  /** What the article does not speak of makes no verdict better or worse. */
  @Test
  void shouldNotCountWhatIsMeasuredBeside() {
    for (double other : List.of(5.5, 55.0)) {
      ClaimVerdict verdict =
          ClaimVerdict.of(
              Claim.numeric(
                      "S0:1",
                      "",
                      StatedValue.between(5, 6, "us"),
                      "",
                      Claim.trial("its", () -> 5.6))
                  .comparisons(Claim.trial("another's", () -> other)),
              NONE);
      assertThat(verdict.outcome()).isEqualTo(ClaimVerdict.Outcome.CONFIRMED);
      assertThat(verdict.measured()).extracting(ClaimVerdict.Measured::value).containsExactly(5.6);
      assertThat(verdict.comparisons())
          .extracting(ClaimVerdict.Measured::value)
          .containsExactly(other);
    }
    assertThat(verdict("S2:21")).isEqualTo("refuted"); // GB300's are beside it
  }

  /** 80 is within a tenth of 82 and of 88: it confirms neither unless the two differ. */
  @Test
  void shouldConfirmNoneOfTwoThatAreAlike() {
    ClaimVerdict alike = apart(80, 80.3);
    assertThat(alike.outcome()).isEqualTo(ClaimVerdict.Outcome.NO_DIFFERENCE);
    assertThat(alike.detail())
        .isEqualTo("RoCE has 80 and InfiniBand has 80.3; the article states 82 and 88 %");
    assertThat(apart(80, 87).outcome()).isEqualTo(ClaimVerdict.Outcome.CONFIRMED);
    assertThat(apart(40, 40).outcome()).isEqualTo(ClaimVerdict.Outcome.REFUTED);
  }

  private static ClaimVerdict apart(double roce, double infiniband) {
    return ClaimVerdict.of(
        Claim.numeric(
                "S0:1",
                "",
                StatedValue.approximately(82, "%", 0.1),
                "",
                Claim.trial("", () -> roce))
            .contrastedWith(
                new VerdictRule.Apart("RoCE", "InfiniBand", 82, 88),
                Claim.trial("", () -> infiniband)),
        NONE);
  }

  /** Some value between them would be as stated. */
  @Test
  void shouldNotRefuteWhatLiesBetweenCases() {
    assertThat(along(7, 25).outcome()).isEqualTo(ClaimVerdict.Outcome.NEITHER);
    assertThat(along(7, 25).detail()).endsWith("the cases differ in the rate");
    assertThat(along(21, 25).outcome()).isEqualTo(ClaimVerdict.Outcome.REFUTED);
    assertThat(along(7, 12).outcome()).isEqualTo(ClaimVerdict.Outcome.REFUTED);
    assertThat(along(7, 17).outcome()).isEqualTo(ClaimVerdict.Outcome.UNDER_CONDITIONS);
    assertThat(along(16, 17).outcome()).isEqualTo(ClaimVerdict.Outcome.CONFIRMED);
  }

  private static ClaimVerdict along(double one, double other) {
    Claim.Trial first = Claim.trial("slow", () -> one);
    Claim.Trial second = Claim.trial("fast", () -> other);
    return ClaimVerdict.of(
        Claim.numeric("S0:1", "", StatedValue.between(15, 20, "%"), "", first, second)
            .varying("the rate"),
        NONE);
  }

  @Test
  void shouldSayByHowMuchAClaimMisses() {
    assertThat(missed(StatedValue.between(5, 6, "us"), 6.6)).isEqualTo("+10.0 %");
    assertThat(missed(StatedValue.between(5, 6, "us"), 50))
        .isEqualTo("8.33 times the nearest stated value");
    assertThat(missed(StatedValue.approximately(70, "%", 0.1), 84)).isEqualTo("+20.0 %");
    assertThat(missed(StatedValue.approximately(0, "drops", 0), 12))
        .isEqualTo("the value is 12 drops");
    assertThat(missed(StatedValue.atLeast(1, "pauses"), 0)).isEqualTo("the value is 0 pauses");
    assertThat(missed(StatedValue.approximately(30, "%", 0.1), 0.00011))
        .isEqualTo("the value is 0 %");
    assertThat(missed(StatedValue.approximately(30, "%", 0.1), 0.02))
        .isEqualTo("0.000667 times the nearest stated value");
    assertThat(missed(StatedValue.atLeast(1e6, "B"), 80))
        .isEqualTo("0.00008 times the nearest stated value");
  }

  private static String missed(StatedValue stated, double measured) {
    return ClaimVerdict.of(Claim.numeric("S0:1", "", stated, "", () -> measured), NONE).detail();
  }

  /** What independent sources say of the same claims (docs/claims.md is generated). */
  @Test
  void shouldComeToTheVerdictsOfOthers() {
    assertThat(verdict("S2:38")).isEqualTo("refuted"); // pcie-bench's formula: 95.5 %
    assertThat(verdict("S2:103")).isEqualTo("confirmed under conditions");
    assertThat(verdict("S2:352b")).isEqualTo("refuted"); // the DCQCN paper's equation 1
    assertThat(verdict("S2:352c")).isEqualTo("confirmed under conditions"); // Zhu et al.: N = 64
    assertThat(verdict("S1:54")).isEqualTo("confirmed"); // connect.cc of NCCL
  }

  private static String verdict(String id) {
    return ClaimVerdict.of(claim(id), NONE).outcome().words().toLowerCase(Locale.ROOT);
  }

  private static Claim claim(String id) {
    return Claims.all().stream().filter(claim -> claim.id().equals(id)).findFirst().orElseThrow();
  }
}
