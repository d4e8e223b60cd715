package dev.headroom.web.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.run.claims.Claim;
import dev.headroom.run.claims.ClaimVerdict;
import dev.headroom.run.claims.ClaimVerdict.Measured;
import dev.headroom.run.claims.ClaimVerdict.Outcome;
import dev.headroom.run.claims.Claims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class VerdictsPageTest {
  @TempDir private Path temporary;

  @Test
  void shouldListClaimsWithTheirVerdicts() throws IOException, InterruptedException {
    Browser.Page drawn = draw(VerdictsPage.of(verdicts()));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.count("<article")).isEqualTo(Claims.all().size());
    assertThat(drawn.text())
        .contains(
            "Search claims",
            "MPS 512 and MRRS 4096",
            "– not testable",
            "✖ refuted",
            "claimed 15 to 20 %, measured 7 % (here)");
  }

  @Test
  void shouldHaveTheFourSettingsOnACheatSheet() throws IOException, InterruptedException {
    String page = CheatSheetPage.of(verdicts());
    Browser.Page drawn = draw(page);
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.count("<article")).isEqualTo(CheatSheetPage.claims().size());
    assertThat(drawn.text()).contains("9000 or more", "max read request", "headroom sim made.yaml");
    assertThat(CheatSheetPage.of(List.of())).contains("\"rows\":[]");
  }

  @Test
  void shouldDrawACollectiveOverItsSize() throws IOException, InterruptedException {
    Browser.Page drawn = draw(CollectivePage.of(MadeCollective.sweep()));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text())
        .contains("The bus bandwidth is at most", "predicted by NCCL's model", "tree/simple")
        .contains("aria-label=\"Bus bandwidth, GB/s over the size. simulated: ");
    assertThat(drawn.count("<svg")).isEqualTo(2);
  }

  /** Of all claims, as if each had been tested with one run. */
  static List<ClaimVerdict> verdicts() {
    return Claims.all().stream().map(VerdictsPageTest::verdict).toList();
  }

  private static ClaimVerdict verdict(Claim claim) {
    return switch (claim) {
      case Claim.Untestable it ->
          new ClaimVerdict(it, Outcome.NOT_TESTABLE, List.of(), List.of(), it.why());
      case Claim.Numeric it ->
          new ClaimVerdict(
              it,
              Outcome.REFUTED,
              List.of(
                  new Measured(
                      "here", 7, false, "+1 %", List.of("headroom sim made.yaml"), "", "")),
              List.of(),
              "+1 %");
    };
  }

  private Browser.Page draw(String page) throws IOException, InterruptedException {
    return Browser.open(Files.writeString(temporary.resolve("page.html"), page));
  }
}
