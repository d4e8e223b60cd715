package dev.headroom.app.screen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.app.Golden;
import dev.headroom.run.summary.MadeRun;
import dev.headroom.sim.measure.DropCause;
import java.io.IOException;
import org.junit.jupiter.api.Test;

final class RunScreenTest {
  private static final Terminal ABLE = new Terminal(true, true, false);

  @Test
  void shouldTellOfAQuietRun() throws IOException {
    check("permutation", MadeRun.permutation64(), ABLE);
  }

  @Test
  void shouldTellWherePausesStart() throws IOException {
    check("incast", MadeRun.incast64(), ABLE);
  }

  @Test
  void shouldSayWhyFlowsAreUnfinished() throws IOException {
    check("unfinished", MadeRun.incast64().unfinished(9), ABLE);
  }

  /** Of fewer flows it is the last one, which is there already. */
  @Test
  void shouldTellTheSlowestOfTenThousandWhereThereAreAsMany() {
    assertThat(RunScreen.of(MadeRun.fatTree8192(), ABLE))
        .containsPattern(
            "99\\.99 % of all took at most \\S+ \\S+, \\S+ times their time on an idle network");
    assertThat(RunScreen.of(MadeRun.incast64().summary(), ABLE)).doesNotContain("99.99 %");
  }

  @Test
  void shouldExplainDrops() throws IOException {
    check("drops", MadeRun.incast64().drop(DropCause.HEADROOM_FULL, 40, 3, 1234), ABLE);
  }

  @Test
  void shouldDoWithPlainCharacters() throws IOException {
    String screen = check("plain", MadeRun.incast64(), Terminal.PLAIN);
    assertThat(screen.chars()).allMatch(c -> c < 128);
  }

  @Test
  void shouldFitOnOneScreen() throws IOException {
    String screen = RunScreen.of(MadeRun.incast64().unfinished(9).summary(), ABLE);
    assertThat(screen.lines().count()).isLessThanOrEqualTo(48);
    assertThat(RunScreen.of(MadeRun.incast64().summary(), ABLE).lines().count())
        .isLessThanOrEqualTo(40);
    assertThat(screen.lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void shouldBreakSentencesWhereANarrowTerminalEnds() throws IOException {
    Terminal narrow = new Terminal(true, true, false, 60);
    String screen = RunScreen.of(MadeRun.incast64().unfinished(9).summary(), narrow);
    assertThat(screen.lines().filter(line -> line.length() > 60))
        .as("tables stay whole")
        .allMatch(line -> line.matches(".*  .*  .*  .*"));
  }

  private static String check(String name, MadeRun run, Terminal terminal) throws IOException {
    String screen = RunScreen.of(run.summary(), terminal);
    Golden.check("screen/" + name + ".txt", screen);
    return screen;
  }
}
