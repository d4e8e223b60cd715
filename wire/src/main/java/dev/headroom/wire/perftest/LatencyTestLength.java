package dev.headroom.wire.perftest;

import java.io.IOException;

/**
 * Length of a latency test: a number of messages, each of whose times is kept, or a duration, whose
 * messages are counted.
 */
sealed interface LatencyTestLength {
  /** How long nothing may happen before it is given up. */
  long PATIENCE_NS = 30_000_000_000L;

  /** Whether another message is to be sent. */
  boolean more();

  /** One is about to be posted. */
  void posted();

  /** One has been to its end: there and acknowledged, or, of SENDs, there and back. */
  void done();

  /** How long something may be waited for now; 0 when the time is over. */
  long patienceNs();

  /**
   * What was measured.
   *
   * @throws IOException if that is nothing
   */
  PerfReport report() throws IOException;

  /**
   * As many as the settings say, or for as long.
   *
   * @param share of the time between two that is one message's: 1 or 0.5
   */
  static LatencyTestLength of(PerfSettings settings, double share) {
    return settings.course().seconds() > 0
        ? new ForAWhile(settings.messages().bytes(), settings.course().seconds(), share)
        : new ByMessages(settings.messages().bytes(), settings.messages().iterations(), share);
  }

  /** So many messages. */
  final class ByMessages implements LatencyTestLength {
    private final long bytes;
    private final long[] postedNs;
    private final double share;
    private int posted;

    private ByMessages(long bytes, int messages, double share) {
      this.bytes = bytes;
      postedNs = new long[messages];
      this.share = share;
    }

    @Override
    public boolean more() {
      return posted < postedNs.length;
    }

    @Override
    public void posted() {
      postedNs[posted++] = System.nanoTime();
    }

    @Override
    public void done() {}

    @Override
    public long patienceNs() {
      return PATIENCE_NS;
    }

    @Override
    public PerfReport report() {
      return LatencyResult.of(bytes, postedNs, share);
    }
  }

  /** Until the time is over, which begins with the first message that is posted or has come. */
  final class ForAWhile implements LatencyTestLength {
    private final long bytes;
    private final double share;
    private final int seconds;
    private SampleWindow window;
    private boolean begun;
    private long counted;

    private ForAWhile(long bytes, int seconds, double share) {
      this.bytes = bytes;
      this.seconds = seconds;
      this.share = share;
      window = SampleWindow.from(System.nanoTime(), seconds);
    }

    private void begin() {
      if (!begun) {
        begun = true;
        window = SampleWindow.from(System.nanoTime(), seconds);
      }
    }

    @Override
    public boolean more() {
      return !begun || !window.isOver(System.nanoTime());
    }

    @Override
    public void posted() {
      begin();
    }

    @Override
    public void done() {
      begin();
      counted += window.counts(System.nanoTime()) ? 1 : 0;
    }

    @Override
    public long patienceNs() {
      return begun ? Math.clamp(window.endNs() - System.nanoTime(), 0, PATIENCE_NS) : PATIENCE_NS;
    }

    @Override
    public PerfReport report() throws IOException {
      if (counted == 0) {
        throw new IOException("no message completed in the " + seconds + " s");
      }
      return new MeanLatencyResult(
          bytes, counted, window.seconds() * 1e6 * share / counted, counted / window.seconds());
    }
  }
}
