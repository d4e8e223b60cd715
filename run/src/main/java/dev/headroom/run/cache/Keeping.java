package dev.headroom.run.cache;

import dev.headroom.run.RunListener;
import dev.headroom.sim.SampledPorts;
import dev.headroom.sim.measure.FlowResult;
import dev.headroom.sim.measure.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Listener that writes the entry of a run while the run goes on, for another listener. What goes
 * wrong with the entry disturbs no run.
 */
final class Keeping implements RunListener, AutoCloseable {
  private final RunListener listener;
  private final CacheFolder folder;
  private final RunKey key;
  private Optional<Path> draft = Optional.empty();
  private Optional<EntryWriter> entry = Optional.empty();
  private Optional<IOException> failure = Optional.empty();

  Keeping(RunListener listener, CacheFolder folder, RunKey key, long mostBytes) {
    this.listener = listener;
    this.folder = folder;
    this.key = key;
    attempt(() -> {
      Path file = folder.newDraft();
      draft = Optional.of(file);
      entry = Optional.of(EntryWriter.begin(file, key, mostBytes));
    });
  }

  private interface Step {
    void run() throws IOException;
  }

  /** Does a step, or leaves the entry where it fails. */
  private void attempt(Step step) {
    try {
      step.run();
    } catch (BoundedOutput.FullException e) {
      abandon();
    } catch (IOException e) {
      failure = Optional.of(e);
      abandon();
    }
  }

  private void abandon() {
    Optional<EntryWriter> open = entry;
    Optional<Path> file = draft;
    entry = Optional.empty();
    draft = Optional.empty();
    open.ifPresent(EntryWriter::abandon);
    try {
      if (file.isPresent()) {
        Files.deleteIfExists(file.get());
      }
    } catch (IOException e) {
      // It goes when room is made.
    }
  }

  @Override
  public boolean progressed(long nowPs, long flowsFinished, long packets) {
    return listener.progressed(nowPs, flowsFinished, packets);
  }

  @Override
  public boolean shouldContinue() {
    return listener.shouldContinue();
  }

  @Override
  public void flowEnded(FlowResult flow) {
    listener.flowEnded(flow);
    entry.ifPresent(open -> attempt(() -> open.flow(flow)));
  }

  @Override
  public void sampled(long atPs, SampledPorts ports) {
    listener.sampled(atPs, ports);
  }

  /** Gives the entry its name. */
  void keep(RunResult result) {
    Optional<EntryWriter> open = entry;
    Optional<Path> file = draft;
    if (open.isPresent() && file.isPresent()) {
      attempt(() -> {
        open.get().finish(result);
        open.get().close();
        entry = Optional.empty();
        folder.keep(file.get(), key);
        draft = Optional.empty();
      });
    }
  }

  /** Why there is no entry, if that is not for its size. */
  Optional<IOException> failure() {
    return failure;
  }

  @Override
  public void close() {
    abandon();
  }
}
