package dev.headroom.run.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Locale;
import org.junit.jupiter.api.Test;

final class ClaimFileTest {
  private static Claim claim(String id) {
    return Claims.all().stream().filter(each -> each.id().equals(id)).findFirst().orElseThrow();
  }

  /** The file has what others measured, Java what is measured here. */
  @Test
  void shouldJoinWhatIsSaidWithWhatIsMeasured() {
    Claim.Numeric joined = (Claim.Numeric) claim("S2:21");
    assertThat(joined.trials())
        .extracting(each -> each.by().isEmpty())
        .containsExactly(true, false);
    assertThat(joined.comparisons())
        .extracting(each -> each.by().isEmpty())
        .containsExactly(false, false);
  }

  @Test
  void shouldRefuseAClaimThatNobodyMeasures() {
    assertThatThrownBy(() -> ClaimFile.read("S2", new HashMap<>()))
        .hasMessage("S2:15 has no trial");
  }

  /** A figure that stands in words of the file and follows from a formula. */
  @Test
  void shouldSayTheShareThatTheFirstStageHas() {
    assertThat(((Claim.Numeric) claim("S3:217c")).how())
        .contains(String.format(Locale.ROOT, "%.2f of which", GptTrainingStep.gradientShare()));
  }
}
