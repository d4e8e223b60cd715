package dev.headroom.app.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ClaimsTest {
  /** Formulas run nothing. */
  private static final Runs NONE =
      example -> {
        throw new AssertionError(example + " is run");
      };

  /** Those that take no run: formulas are quick enough to be tried again and again. */
  static List<Claim.Numeric> formulas() {
    return Claims.all().stream()
        .filter(Claim.Numeric.class::isInstance)
        .map(Claim.Numeric.class::cast)
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
    for (Verdict.Measured measured : Verdict.of(claim, NONE).measured()) {
      double value = measured.value();
      Claim.Trial same = Claim.when("", () -> value);
      Claim.Trial perturbed = Claim.when("", () -> value * 1.5 + 1);
      Stated asMeasured = Stated.about(value, claim.stated().unit(), 0.01);
      assertThat(outcome(claim, asMeasured, same)).isEqualTo(Verdict.Outcome.CONFIRMED);
      assertThat(outcome(claim, asMeasured, perturbed)).isEqualTo(Verdict.Outcome.REFUTED);
    }
  }

  private static Verdict.Outcome outcome(Claim.Numeric claim, Stated stated, Claim.Trial trial) {
    return Verdict.of(Claim.numeric(claim.id(), claim.words(), stated, claim.how(), trial), NONE)
        .outcome();
  }

  @Test
  void shouldNameTheConditionsUnderWhichAClaimHolds() {
    Claim claim =
        Claim.numeric(
            "S0:1",
            "it is 5 to 6",
            Stated.between(5, 6, "us"),
            "",
            Claim.when("small", () -> 5.5),
            Claim.when("large", () -> 55));
    Verdict verdict = Verdict.of(claim, NONE);
    assertThat(verdict.outcome()).isEqualTo(Verdict.Outcome.UNDER_CONDITIONS);
    assertThat(verdict.detail()).isEqualTo("small");
  }

  @Test
  void shouldSayByHowMuchAClaimMisses() {
    assertThat(missed(Stated.between(5, 6, "us"), 6.6)).isEqualTo("+10.0 %");
    assertThat(missed(Stated.between(5, 6, "us"), 50)).isEqualTo("8.33 times that");
    assertThat(missed(Stated.about(70, "%", 0.1), 84)).isEqualTo("+20.0 %");
    assertThat(missed(Stated.about(0, "drops", 0), 12)).isEqualTo("it is 12 drops");
    assertThat(missed(Stated.atLeast(1, "pauses"), 0)).isEqualTo("it is 0 pauses");
  }

  private static String missed(Stated stated, double measured) {
    return Verdict.of(Claim.numeric("S0:1", "", stated, "", () -> measured), NONE).detail();
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
    return Claims.all().stream()
        .filter(claim -> claim.id().equals(id))
        .map(claim -> Verdict.of(claim, NONE))
        .map(each -> each.outcome().words().toLowerCase(Locale.ROOT))
        .findFirst()
        .orElseThrow();
  }
}
