package dev.headroom.web.server;

import dev.headroom.web.api.ApiException;
import dev.headroom.web.job.Tab;
import dev.headroom.web.job.TabProgress;
import dev.headroom.web.job.Tabs;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;

/**
 * Wait of a page for its audit: it is told how far that is, and the audit ends when the page is
 * gone or when it takes too long. A client that names no tab is taken to wait. Threadsafe.
 */
final class AuditWait {
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final Tabs tabs;
  private final Optional<Tab> tab;
  private final Consumer<String> telling;
  private volatile long endNanos;

  /**
   * @param tab that asked for the audit, where it is known
   */
  AuditWait(Tabs tabs, Optional<Tab> tab) {
    this.tabs = tabs;
    this.tab = tab;
    this.telling = TabProgress.of(tab, "audit");
    begin();
  }

  /** The time counts from now: what is to be audited is there. */
  void begin() {
    endNanos = System.nanoTime() + LONGEST.toNanos();
  }

  /** Whether the audit is to go on. */
  boolean isWanted() {
    return !isLate() && !isLeft();
  }

  private boolean isLate() {
    return System.nanoTime() - endNanos > 0;
  }

  private boolean isLeft() {
    return tab.filter(tabs::isGone).isPresent();
  }

  /**
   * @throws CancellationException if the audit is to end
   */
  void check() {
    if (!isWanted()) {
      throw new CancellationException();
    }
  }

  /**
   * Tells the page how far the audit is.
   *
   * @throws CancellationException if the audit is to end
   */
  void tell(String said) {
    check();
    telling.accept(said);
  }

  /** Why the audit was to end. */
  ApiException why() {
    return isLeft()
        ? new ApiException(409, "the page that asked for the audit is closed")
        : new ApiException(
            413,
            "the audit took over %d minutes; headroom audit takes as long as you let it"
                .formatted(LONGEST.toMinutes()));
  }
}
