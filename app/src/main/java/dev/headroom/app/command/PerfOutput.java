package dev.headroom.app.command;

import dev.headroom.app.json.PerfJson;
import dev.headroom.app.perftest.PerftestLimits;
import dev.headroom.app.progress.StatusLine;
import dev.headroom.app.screen.PerfScreen;
import dev.headroom.app.screen.Terminal;
import dev.headroom.wire.perftest.BandwidthResult;
import dev.headroom.wire.perftest.PerfQpInfo;
import dev.headroom.wire.perftest.PerfReport;
import dev.headroom.wire.perftest.PerfSession;
import dev.headroom.wire.perftest.PerfSettings;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * Output of one test of {@code headroom perf}: on the screen while it runs, or as JSON at its end.
 */
final class PerfOutput implements PerfSession.ResultListener, AutoCloseable {
  private final PrintWriter out;
  private final StatusLine status;
  private final Style style;
  private final PerftestLimits limits;
  private final boolean client;
  private final Runnable connected;
  private PerfSettings settings;
  private final List<PerfReport> reports = new ArrayList<>();
  private List<PerfQpInfo> localQps = List.of();
  private List<PerfQpInfo> remoteQps = List.of();

  /**
   * How it is shown.
   *
   * @param json as JSON, when all is over
   * @param manager whether the connection manager joined both sides
   * @param gigabits bandwidths in Gb/s instead of MiB/s
   * @param peak whether the peak is printed
   */
  record Style(boolean json, boolean manager, boolean gigabits, boolean peak) {}

  /**
   * @param limits told what is measured
   * @param connected told when the sides have found each other
   */
  PerfOutput(
      PrintWriter out,
      PrintWriter err,
      Style style,
      PerftestLimits limits,
      PerfSettings settings,
      boolean client,
      Runnable connected) {
    this.out = out;
    this.connected = connected;
    this.status = new StatusLine(err, Terminal.ofError(), System::nanoTime);
    this.style = style;
    this.limits = limits;
    this.settings = settings;
    this.client = client;
  }

  @Override
  public void connected(PerfSettings agreed, List<PerfQpInfo> own, List<PerfQpInfo> others) {
    connected.run();
    settings = agreed;
    localQps = own;
    remoteQps = others;
    if (!style.json()) {
      print(
          PerfScreen.head(agreed, client, style.manager(), localQps, remoteQps, style.gigabits()));
    }
  }

  @Override
  public void progress(long done, long total) {
    if (status.isDue()) {
      status.show(done + (total > 0 ? " of " + total : "") + " messages");
    }
  }

  @Override
  public void measured(PerfReport report) {
    reports.add(report);
    if (report instanceof BandwidthResult b) {
      limits.measured(style.gigabits() ? b.averageGbps() : b.averageMiBps(), b.messageRateMpps());
    }
    if (!style.json()) {
      status.close();
      print(PerfScreen.row(report, style.gigabits(), style.peak()));
    }
  }

  void end() {
    status.close();
    print(
        style.json()
            ? PerfJson.of(settings, client, style.manager(), localQps, remoteQps, reports)
            : PerfScreen.end());
  }

  /** A signal came: what was measured until then, if anything was. */
  void endEarly() {
    status.close();
    if (!reports.isEmpty()) {
      end();
    }
  }

  private void print(String text) {
    out.print(text);
    out.flush();
  }

  @Override
  public void close() {
    status.close();
  }
}
