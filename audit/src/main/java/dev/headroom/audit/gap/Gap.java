package dev.headroom.audit.gap;

import dev.headroom.audit.Finding;
import dev.headroom.model.collective.Collective;
import dev.headroom.model.machine.Cluster;
import dev.headroom.model.machine.HostNics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Bandwidth gap of a collective: the measurement, the model of the machines as found, and the model
 * with all findings fixed.
 *
 * @param sizes what was measured, size by size
 * @param calls what calling it costs
 * @param causes what the model has a setting for, the dearest first
 * @param otherFindings findings of warnings and errors that the model has no setting for, or that
 *     cost nothing there
 * @param coverage what was read of the hosts
 * @param unusedNics if the job names fewer NICs than its machines have, and more would do more
 * @param nicShare if the measured bandwidth is what fewer NICs than a machine has carry
 * @param extent how much was simulated
 */
public record Gap(
    Collective collective,
    Cluster cluster,
    Sizes sizes,
    Calls calls,
    List<Cause> causes,
    List<Finding> otherFindings,
    Coverage coverage,
    Optional<UnusedNics> unusedNics,
    Optional<NicShare> nicShare,
    Extent extent) {
  /**
   * Sizes that were measured.
   *
   * @param rows smallest size first
   * @param largest size that was measured, bytes; larger than the last row's where that many GPUs
   *     would take the model too long
   * @param at the size at which causes were weighed, bytes
   */
  public record Sizes(List<Row> rows, long largest, long at) {
    public Sizes {
      rows = List.copyOf(rows);
    }
  }

  /**
   * Calls of the collective.
   *
   * @param callPs what a call is taken to cost before anything moves
   * @param gpusPerThread how many GPUs a thread called for, one after another
   */
  public record Calls(long callPs, int gpusPerThread) {}

  /**
   * Hosts of the job, and what was read of them.
   *
   * @param read hosts of the job of which something was read
   * @param hosts of the job
   * @param assumedNics NICs that hosts were taken to have of which nothing was read
   */
  public record Coverage(List<String> read, List<String> hosts, HostNics assumedNics) {
    public Coverage {
      read = List.copyOf(read);
      hosts = List.copyOf(hosts);
    }
  }

  /** A model that is this near has met what was measured: on healthy machines it is no better. */
  public static final double NEAR = 0.15;

  /** Keeps copies. */
  public Gap {
    causes = List.copyOf(causes);
    otherFindings = List.copyOf(otherFindings);
  }

  /**
   * A size; bus bandwidths in GB/s.
   *
   * @param found by the model of the machines as they are
   * @param fixed by the model with all findings fixed
   */
  public record Row(long bytes, double measured, double found, double fixed) {}

  /**
   * What one rule found, and what that costs.
   *
   * @param findings all of that rule
   * @param aloneGBps GB/s with this and nothing else wrong
   * @param fixedGBps GB/s once this and all dearer causes are fixed
   */
  public record Cause(List<Finding> findings, double aloneGBps, double fixedGBps) {
    public Cause {
      findings = List.copyOf(findings);
    }

    public Finding first() {
      return findings.getFirst();
    }
  }

  /**
   * NICs that a job leaves out.
   *
   * @param devices how many it names
   * @param all GB/s that the model has with all that its hosts have, or are sold with
   */
  public record UnusedNics(int devices, double all) {}

  /**
   * The NICs that would carry the measured bandwidth of the largest size at their rate.
   *
   * @param nics how many of a machine, fewer than all
   * @param of how many a machine has
   * @param gbps rate of each, 10^9 bits a second
   * @param share of the rate of these NICs that was measured, 0 to 1
   */
  public record NicShare(int nics, int of, double gbps, double share) {}

  /**
   * How much was simulated before the user stopped it.
   *
   * @param sizes that were to be simulated
   * @param ran sizes that were
   * @param rules whose findings were to be weighed
   * @param weighed rules whose findings were
   */
  public record Extent(int sizes, int ran, int rules, int weighed) {
    /** Whether nothing was left out. */
    public boolean isComplete() {
      return ran == sizes && weighed == rules;
    }
  }

  /** What was measured, in a word. */
  public enum Verdict {
    /** As much as such machines give. */
    NOTHING_MISSING,
    /** As much as they give through the NICs that the job names, which are fewer than they have. */
    FEW_NICS,
    /** More than the model gives: the machines are others than those it has. */
    MORE_THAN_MODEL,
    /** Less, and the model of the machines as found misses nearly all of that too. */
    EXPLAINED,
    /** Less, and of which the model of the machines as found has more than a little. */
    UNEXPLAINED,
    /** More than the model of the machines as found gives: a finding does less harm than that. */
    OVERSTATED
  }

  /** The row at which causes were weighed. */
  public Row row() {
    return sizes.rows().stream()
        .filter(each -> each.bytes() == sizes.at())
        .findFirst()
        .orElse(sizes.rows().getLast());
  }

  public Verdict verdict() {
    Row row = row();
    if (row.measured() > row.fixed() / (1 - NEAR)) {
      return Verdict.MORE_THAN_MODEL;
    }
    if (row.measured() >= row.fixed() * (1 - NEAR)) {
      return unusedNics.isPresent() ? Verdict.FEW_NICS : Verdict.NOTHING_MISSING;
    }
    if (explainedShare().orElse(1) < 1 - NEAR) {
      return Verdict.UNEXPLAINED;
    }
    return row.measured() > row.found() / (1 - NEAR) ? Verdict.OVERSTATED : Verdict.EXPLAINED;
  }

  /** Of what is missing, the share that the model of the machines as found misses too, 0 to 1. */
  public OptionalDouble explainedShare() {
    Row row = row();
    double missing = row.fixed() - row.measured();
    return missing <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Math.clamp((row.fixed() - row.found()) / missing, 0, 1));
  }
}
