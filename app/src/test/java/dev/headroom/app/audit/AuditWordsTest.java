package dev.headroom.app.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headroom.audit.fix.Advice;
import dev.headroom.audit.fix.Disruption;
import dev.headroom.audit.fix.Fix;
import org.junit.jupiter.api.Test;

final class AuditWordsTest {

  @Test
  void shouldNotSayOfWordsThatTheyNeedNoRoot() {
    assertThat(AuditWords.demands(Fix.advice("install libibverbs"))).isEmpty();
    assertThat(AuditWords.demands(Fix.NONE)).isEmpty();
  }

  @Test
  void shouldSayWhatIsKnownOfAdvice() {
    assertThat(
            AuditWords.demands(Fix.of(new Advice("seat the card anew", true, Disruption.REBOOT))))
        .isEqualTo("needs root; DISRUPTIVE: needs a reboot");
  }

  @Test
  void shouldCountOneLineAsOne() {
    assertThat(AuditWords.further(1)).isEqualTo("and 1 more line");
    assertThat(AuditWords.further(2)).isEqualTo("and 2 more lines");
  }
}
