package dev.headroom.web.job;

import dev.headroom.run.ProgressEstimate;
import dev.headroom.run.RunListener;
import dev.headroom.run.ScenarioRun;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.SampledPorts;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** Run that a page started. Its events go to the tabs that watch it. */
public final class PageRun implements RunListener {
  /** Where a run may be. */
  public enum State {
    WAITING,
    RUNNING,
    /** It ended, by itself or stopped: its documents are there. */
    DONE,
    /** It was taken back before it measured anything. */
    CANCELLED,
    /** It could not be run. */
    FAILED
  }

  /** A page shows no more than ten a second. */
  private static final long EVENT_NANOS = 100_000_000;

  private final long id;
  private final RunRequest request;
  private final Tabs tabs;
  private final long longestNanos;
  private final ProgressEstimate estimate;
  private final LivePorts ports;
  private volatile State state = State.WAITING;
  private volatile boolean isStopped;
  private volatile String reason = "";
  private volatile String lastEvent = "";
  private volatile Optional<RunDocuments> documents = Optional.empty();
  private long startNanos;
  private long toldNanos;

  PageRun(long id, RunRequest request, Tabs tabs, long longestNanos) {
    this.id = id;
    this.request = request;
    this.tabs = tabs;
    this.longestNanos = longestNanos;
    this.estimate = ProgressEstimate.of(request.scenario());
    this.ports = new LivePorts(request.scenario().fabric());
  }

  public long id() {
    return id;
  }

  public RunRequest request() {
    return request;
  }

  public State state() {
    return state;
  }

  /** Why it failed or was stopped, in words; else blank. */
  public String reason() {
    return reason;
  }

  /** The last that was told of it: one line of JSON, or blank. */
  public String lastEvent() {
    return lastEvent;
  }

  /** What came of it, once it is done. */
  public Optional<RunDocuments> documents() {
    return documents;
  }

  boolean isOver() {
    return state != State.WAITING && state != State.RUNNING;
  }

  /**
   * Stops it soon, and keeps what it has measured; one that waits is taken back at once.
   *
   * @param why a sentence
   */
  public void stop(String why) {
    boolean wasWaiting;
    synchronized (this) {
      if (isOver()) {
        return;
      }
      reason = why;
      isStopped = true;
      wasWaiting = state == State.WAITING;
      if (wasWaiting) {
        state = State.CANCELLED;
      }
    }
    if (wasWaiting) {
      end(State.CANCELLED);
    }
  }

  /** Makes the run, on the thread that calls. */
  void make() {
    synchronized (this) {
      if (state != State.WAITING) {
        return;
      }
      state = State.RUNNING;
    }
    startNanos = System.nanoTime();
    try {
      RunSummary summary = ScenarioRun.of(request.scenario()).withSamples().run(this);
      tell(JsonWriter.compact().object().put("state", "writing").endObject().toString());
      documents = Optional.of(RunDocuments.of(summary));
      end(State.DONE);
    } catch (CancellationException e) {
      end(State.CANCELLED);
    } catch (UnrunnableScenarioException e) {
      reason = e.getMessage() == null ? "the scenario cannot be run" : e.getMessage();
      end(State.FAILED);
    } catch (OutOfMemoryError e) {
      reason = "out of memory; start the server with HEADROOM_JAVA_OPTS=-Xmx8g for more";
      end(State.FAILED);
    } catch (RuntimeException | LinkageError e) {
      reason = "a bug in Headroom: " + e;
      end(State.FAILED);
    }
  }

  private void end(State how) {
    state = how;
    tell(RunStatusJson.of(this));
  }

  private void tell(String data) {
    lastEvent = data;
    tabs.tell(id, data);
  }

  @Override
  public boolean needsSamples() {
    return true;
  }

  @Override
  public void sampled(long atPs, SampledPorts all) {
    ports.sampled(atPs, all);
  }

  @Override
  public boolean shouldContinue() {
    if (System.nanoTime() - startNanos > longestNanos) {
      stop("stopped after the longest time that a run of the workbench may take");
    }
    return !isStopped;
  }

  @Override
  public boolean progressed(long nowPs, long flowsFinished, long packets) {
    long nanos = System.nanoTime();
    if (nanos - toldNanos >= EVENT_NANOS) {
      toldNanos = nanos;
      tell(event(nowPs, flowsFinished, packets, nanos - startNanos));
    }
    if (!shouldContinue() && packets == 0) {
      throw new CancellationException(); // nothing is measured yet
    }
    return !isStopped;
  }

  private String event(long nowPs, long flowsFinished, long packets, long passedNanos) {
    double done = packets == 0 ? 0 : estimate.done(nowPs, packets);
    double perPacket = request.estimate().hops() / Math.max(1, estimate.packets());
    JsonWriter json =
        JsonWriter.compact()
            .object()
            .put("state", state.name().toLowerCase(Locale.ROOT))
            .put("nowPs", nowPs)
            .put("flowsFinished", flowsFinished)
            .put("flows", request.scenario().flows().flows())
            .put("packets", packets)
            .put("hopsPerSecond", Math.round(packets * perPacket / (passedNanos * 1e-9)))
            .put("done", done)
            .put("passedSeconds", passedNanos * 1e-9);
    if (done > 0.01) {
      json.put("leftSeconds", passedNanos * 1e-9 * (1 - done) / done);
    }
    ports.write(json);
    return json.endObject().toString();
  }
}
