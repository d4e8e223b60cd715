package dev.headroom.web.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headroom.web.job.Tab;
import dev.headroom.web.job.Tabs;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

final class AuditWaitTest {
  private final Tabs tabs = new Tabs(Duration.ZERO);

  /** While it is read, and not only between two hosts. */
  @Test
  void shouldEndWhenTheTabIsClosedInTheMiddle() throws InterruptedException {
    Tab tab = tabs.named("waiting-tab").orElseThrow();
    tab.opened();
    AuditWait wait = new AuditWait(tabs, Optional.of(tab));
    wait.tell("reading");
    assertThat(tab.after(0, 0)).hasSize(1);
    assertThatCode(wait::check).doesNotThrowAnyException();
    tab.closed();
    assertThat(wait.isWanted()).isFalse();
    assertThatThrownBy(wait::check).isInstanceOf(CancellationException.class);
    assertThat(wait.why()).hasMessageContaining("the page that asked for the audit is closed");
  }

  @Test
  void shouldGoOnForAClientWithoutATab() {
    assertThat(new AuditWait(tabs, Optional.empty()).isWanted()).isTrue();
  }
}
