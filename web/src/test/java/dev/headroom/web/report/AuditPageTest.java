package dev.headroom.web.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.AuditReport;
import dev.headroom.audit.Waivers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuditPageTest {
  private static final String ODD = "</script><img src=x onerror=alert(1)>@DATA@";

  @TempDir private Path temporary;

  @Test
  void shouldSayWhatIsWorstAndFoldAwayTheRest() throws IOException, InterruptedException {
    Browser.Page drawn = draw(AuditPage.of(MadeAudit.of(3, 4)));
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text())
        .contains("2 errors, 1 warning and 1 note on 3 of 3 machines.")
        .contains("Worst: node0: the link runs with width 0.", "4 findings; worst first.")
        .contains("Not checked: 20 rules lacked an input", "All 3 hosts", "✖ 2 errors")
        .doesNotContain("output of ethtool -S of port 1", "once fixed");
    assertThat(drawn.count("<article")).isEqualTo(4);
    assertThat(drawn.count("<details open")).isEqualTo(4);
  }

  /** As many rows as are near the window are made, whatever there are. */
  @Test
  @Tag("whole")
  void shouldHoldTenThousandFindings() throws IOException, InterruptedException {
    String page = AuditPage.of(MadeAudit.of(1_000, 10_000));
    assertThat(page.length()).isLessThan(8_000_000);
    Browser.Page drawn = draw(page);
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text()).contains("10,000 findings; worst first.", "All 1,000 hosts");
    assertThat(drawn.count("<article")).isBetween(30, 400);
    assertThat(drawn.count("<details open")).isEqualTo(1);
  }

  @Test
  void shouldTellAPriceWhereThereIsOne() {
    String priced = AuditPage.of(MadeAudit.of(7, 7));
    assertThat(priced.split("\"price\":", -1)).hasSize(2);
    assertThat(priced).contains("goodput 10.0 → 106 Gb/s", "b2").doesNotContain("not requested");
  }

  @Test
  void shouldNotCallNothingGood() {
    AuditReport nothing = AuditReport.of(List.of("a"), List.of(), List.of(), Waivers.NONE);
    assertThat(AuditPage.of(nothing))
        .contains("\"headline\":\"Nothing was checked", "\"good\":false");
    assertThat(AuditPage.of(MadeAudit.of(2, 0)))
        .contains("No findings in what was checked: 20 rules passed, 20 not checked.");
  }

  @Test
  void shouldEscapeWhatNamesHold() throws IOException, InterruptedException {
    String page = AuditPage.of(MadeAudit.of(2, 3, ODD));
    assertThat(page).doesNotContain("<img");
    Browser.Page drawn = draw(page);
    assertThat(drawn.errors()).isEmpty();
    assertThat(drawn.text()).contains("&lt;img src=x");
  }

  private Browser.Page draw(String page) throws IOException, InterruptedException {
    return Browser.open(Files.writeString(temporary.resolve("page.html"), page));
  }
}
