package dev.headroom.prove.report;

import dev.headroom.prove.evidence.Entry;
import dev.headroom.prove.evidence.EvidenceException;
import dev.headroom.prove.evidence.EvidenceFile;
import dev.headroom.prove.evidence.RawOutputs;
import dev.headroom.prove.evidence.Signature;
import dev.headroom.prove.plan.Step;
import dev.headroom.prove.verdict.Judge;
import dev.headroom.prove.verdict.RunLedger;
import dev.headroom.prove.verdict.RunVerdict;
import dev.headroom.prove.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A run as its evidence tells it, with the verdict made anew.
 *
 * @param run sums of the evidence
 * @param verdict of the run
 * @param chain the evidence file as it is
 * @param signature over its last hash, if there is one
 */
public record BurnInReport(
    RunLedger run, RunVerdict verdict, EvidenceFile.Chain chain, Optional<Signature> signature) {

  /**
   * Reads a folder, and checks every hash, every output, the signature, and that the verdict which
   * the run wrote is the one that its evidence gives.
   *
   * @throws EvidenceException naming the first thing that does not hold
   */
  public static BurnInReport of(Path folder) throws IOException {
    Path file = folder.resolve(EvidenceFile.NAME);
    if (!Files.exists(file)) {
      throw new NoSuchFileException(file.toString());
    }
    RunLedger run = new RunLedger();
    EvidenceFile.Chain chain = EvidenceFile.read(file, run);
    if (run.isEmpty()) {
      throw new EvidenceException(file + ": has no record of a plan");
    }
    RawOutputs raw = new RawOutputs(folder);
    for (Entry.Ended end : run.ended().values()) {
      raw.check(end.raw());
    }
    for (Entry.Checked check : run.checks().values()) {
      raw.check(check.raw());
    }
    if (run.collective().isPresent()) {
      raw.check(run.collective().get().raw());
    }
    RunVerdict verdict = Judge.of(run);
    if (run.closed().isPresent() && !run.closed().get().verdicts().equals(verdict.words())) {
      throw new EvidenceException(
          "the verdicts that the run wrote are not those of its evidence: "
              + firstDifference(run.closed().get(), verdict));
    }
    return new BurnInReport(run, verdict, chain, signature(folder, chain));
  }

  private static String firstDifference(Entry.Closed closed, RunVerdict verdict) {
    return verdict.words().entrySet().stream()
        .filter(each -> !each.getValue().equals(closed.verdicts().get(each.getKey())))
        .findFirst()
        .map(each ->
            "%s is %s, and it wrote %s"
                .formatted(each.getKey(), each.getValue(), closed.verdicts().get(each.getKey())))
        .orElse("it wrote others");
  }

  private static Optional<Signature> signature(Path folder, EvidenceFile.Chain chain)
      throws IOException {
    Optional<Signature> signature = Signature.in(folder);
    if (signature.isPresent() && !signature.get().isRight()) {
      throw new EvidenceException("the signature does not fit its key and hash");
    }
    if (signature.isPresent() && !signature.get().hash().equals(chain.last())) {
      throw new EvidenceException(
          "the signature is over another last record: records were removed or added at the end");
    }
    return signature;
  }

  /** Whether it is signed off: complete, and every step passed at the level that counts. */
  public boolean isClean() {
    return run.isComplete() && verdict.isClean();
  }

  /** The verdict in a sentence. */
  public String headline() {
    String what = run.isRehearsal() ? "Rehearsal: " : "";
    if (!run.isComplete()) {
      return what
          + "not finished, %d of %d slices are done"
              .formatted(run.ended().size(), run.slices().size());
    }
    long failed =
        verdict.steps().stream().filter(step -> step.at(verdict.level()) != Verdict.PASS).count();
    return what
        + (verdict.isClean()
            ? "signed off clean: all 7 steps pass at level " + verdict.level().word()
            : "not signed off: %d of 7 steps do not pass at level %s"
                .formatted(failed, verdict.level().word()));
  }

  /** What was not measured but computed, in sentences; nothing for a real run. */
  public List<String> extrapolated() {
    if (!run.isRehearsal()) {
      return List.of();
    }
    return List.of(
        "This is a rehearsal on a simulated fabric: it shows what the plan would find, and nothing"
            + " about hardware.",
        "For each slice a short window was simulated packet by packet; its counters were multiplied"
            + " up to the length of the slice. Slices with the same traffic on the same state of the"
            + " fabric share a window.",
        "Temperature, bit errors corrected, link losses, and bit errors of cables and PCIe too rare"
            + " for a window are computed in closed form; rare errors are drawn from a Poisson"
            + " distribution with the seed.");
  }

  /** What the run did not exercise, in sentences: steps left out, and what no step uses. */
  public List<String> notExercised() {
    List<String> texts = new ArrayList<>();
    String left =
        Arrays.stream(Step.values())
            .filter(step -> run.plan().step(step).isEmpty())
            .map(Step::title)
            .collect(Collectors.joining(", "));
    if (!left.isEmpty()) {
      texts.add("The plan leaves out: " + left + ".");
    }
    if (!run.isComplete()) {
      texts.add(
          "%d of %d slices are not done."
              .formatted(run.slices().size() - run.ended().size(), run.slices().size()));
    }
    texts.add(
        "Traffic goes from memory of one host to memory of another. No collective runs over several"
            + " hosts, and no GPU's memory is on the wire (GPUDirect).");
    texts.add(
        run.isRehearsal()
            ? "Links between switches count only through what they do to the hosts' traffic."
            : "Links between switches have no row of their own: their counters are not read, and"
                + " faults show in the hosts' traffic alone.");
    return List.copyOf(texts);
  }
}
