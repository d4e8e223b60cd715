package dev.headroom.prove.run;

import dev.headroom.model.text.BadInputException;
import dev.headroom.model.text.FailureMessage;
import dev.headroom.prove.counters.CounterReading;
import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.evidence.EvidenceFile;
import dev.headroom.prove.evidence.RawOutputs;
import dev.headroom.prove.evidence.Sha256;
import dev.headroom.prove.evidence.Signature;
import dev.headroom.prove.plan.BurnInPlan;
import dev.headroom.prove.plan.RehearsalPlan;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.slice.Slice;
import dev.headroom.prove.verdict.Judge;
import dev.headroom.prove.verdict.LinkLedger;
import dev.headroom.prove.verdict.RunLedger;
import dev.headroom.prove.verdict.RunVerdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Run of a plan into a folder. Where the folder has a part of the same run, it goes on with the
 * first slice that has not ended.
 */
public final class BurnInRun {
  private final BurnInPlan plan;
  private final SliceRunner runner;
  private final RunProgress progress;
  private final RunLedger ledger = new RunLedger();
  private final RawOutputs raw;
  private final Path folder;
  private final EvidenceFile evidence;
  private final long tornBytes;
  private boolean appends;

  private BurnInRun(BurnInPlan plan, Path folder, SliceRunner runner, RunProgress progress)
      throws IOException {
    this.plan = plan;
    this.folder = folder;
    this.runner = runner;
    this.progress = progress;
    raw = new RawOutputs(folder);
    AtomicLong torn = new AtomicLong();
    evidence = EvidenceFile.open(folder, ledger, chain -> torn.set(chain.torn()));
    tornBytes = torn.get();
  }

  /**
   * Runs a plan to its end.
   *
   * @return the verdict; empty if it was stopped
   * @throws BadInputException if the folder has the run of another plan
   * @throws dev.headroom.prove.evidence.EvidenceException if the evidence there was changed
   */
  public static Optional<RunVerdict> run(
      BurnInPlan plan, Path folder, SliceRunner runner, RunProgress progress) throws IOException {
    BurnInRun run = new BurnInRun(plan, folder, runner, progress);
    try (EvidenceFile _ = run.evidence) {
      return run.all();
    }
  }

  private Optional<RunVerdict> all() throws IOException {
    if (ledger.isEmpty()) {
      append(planned());
    } else {
      checkSame();
    }
    if (ledger.closed().isEmpty() && !slices()) {
      evidence.force();
      return Optional.empty();
    }
    RunVerdict verdict = Judge.of(ledger);
    if (ledger.closed().isEmpty()) {
      append(new Entry.Closed(runner.time(), verdict.outcome(), verdict.words()));
    }
    evidence.force();
    return Optional.of(verdict);
  }

  private Entry.Planned planned() {
    return new Entry.Planned(
        plan.name(),
        plan.level().word(),
        Sha256.of(plan.text()),
        plan.text(),
        plan.rehearsal().map(RehearsalPlan::text).orElse(""),
        plan.rehearsal().map(RehearsalPlan::seed).orElse(0L));
  }

  private void checkSame() {
    Entry.Planned there = ledger.planned();
    Entry.Planned ours = planned();
    if (!there.equals(ours)) {
      throw new BadInputException(
          folder
              + (there.sha256().equals(ours.sha256())
                  ? ": has a run of this plan with another scenario or seed"
                  : ": has a run of another plan, \"" + there.name() + "\"")
              + "; name another folder");
    }
    boolean isOther = !ledger.starts().isEmpty() && ledger.isRehearsal() != runner.isRehearsal();
    if (isOther) {
      throw new BadInputException(
          folder
              + (ledger.isRehearsal() ? ": has a rehearsal of this plan" : ": has a real run")
              + "; name another folder");
    }
  }

  /** Takes all slices that are left; false if it was stopped. */
  private boolean slices() throws IOException {
    boolean resumes = !ledger.starts().isEmpty();
    String again = ledger.running();
    int done = ledger.ended().size();
    runner.resume(ledger);
    if (resumes) {
      progress.resumed(done, ledger.slices().size());
    }
    append(
        new Entry.Started(
            Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
            runner.isRehearsal(),
            resumes,
            again,
            tornBytes,
            runner.boot(),
            runner.versions()));
    if (!check()) {
      return false;
    }
    for (Slice slice : ledger.slices()) {
      if (ledger.ended().containsKey(slice.name())) {
        continue;
      }
      if (progress.shouldStop()) {
        return stopped(slice, "stopped by its user");
      }
      progress.began(slice, ledger.slices().size());
      try {
        run(slice);
      } catch (InterruptedException _) {
        return stopped(slice, "stopped by its user");
      } catch (IOException e) {
        try {
          stopped(slice, FailureMessage.withFile(e));
        } catch (IOException second) {
          e.addSuppressed(second);
        }
        throw e;
      }
    }
    return true;
  }

  /** Looks at the hosts, unless an earlier process did; false if it was stopped. */
  private boolean check() throws IOException {
    if (ledger.slices(Step.CHECKS).isEmpty() || !ledger.ended().isEmpty()) {
      return true;
    }
    try {
      runner.check(
          ledger.checks().keySet(),
          progress::shouldStop,
          look -> {
            try {
              append(
                  new Entry.Checked(
                      runner.time(), look.host(), look.checks(), raw.keep(look.raw())));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      if (ledger.collective().isEmpty()) {
        Optional<SliceRunner.Collective> found = runner.collective(progress::shouldStop);
        if (found.isPresent()) {
          append(
              new Entry.Collective(
                  runner.time(),
                  found.get().launcher(),
                  found.get().run().measures(),
                  found.get().run().problem(),
                  raw.keep(found.get().raw())));
        }
      }
      return true;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (InterruptedException _) {
      return stopped(ledger.slices().getFirst(), "stopped by its user");
    }
  }

  private boolean stopped(Slice slice, String why) throws IOException {
    append(new Entry.Stopped(runner.time(), slice.name(), why));
    return false;
  }

  private void run(Slice slice) throws IOException, InterruptedException {
    append(new Entry.Began(slice.name(), runner.time(), runner.second(), changed()));
    SliceRunner.Result result =
        runner.run(
            slice,
            progress::shouldStop,
            () ->
                append(new Entry.Sampled(slice.name(), runner.time(), runner.second(), changed())));
    String output = raw.keep(result.raw());
    append(
        new Entry.Ended(
            slice.name(),
            runner.time(),
            runner.second(),
            result.seconds(),
            result.tool(),
            result.results(),
            result.measures(),
            result.notes(),
            output,
            changed()));
    if (!runner.isRehearsal()) {
      evidence.force();
    }
  }

  /** Readings of all links, as what differs from the last record of each. */
  private SortedMap<String, CounterReading> changed() throws IOException, InterruptedException {
    SortedMap<String, CounterReading> all = runner.read();
    SortedMap<String, CounterReading> changed = new TreeMap<>();
    for (LinkLedger link : ledger.links()) {
      CounterReading now = all.get(link.target().name());
      if (now != null) {
        changed.put(link.target().name(), now.since(link.last()));
      }
    }
    return changed;
  }

  /** A signature over what was there before holds no more. */
  private void append(Entry entry) throws IOException {
    if (!appends) {
      Files.deleteIfExists(folder.resolve(Signature.NAME));
      appends = true;
    }
    evidence.append(entry);
    ledger.accept(entry);
  }
}
