package dev.headroom.app.improve;

import dev.headroom.app.improve.JobVariableFixes.VariableFix;
import dev.headroom.audit.Severity;
import dev.headroom.audit.cluster.AgreedCluster;
import dev.headroom.audit.emit.EmitPlan;
import dev.headroom.tune.study.StudyResult;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Result of an improvement.
 *
 * @param request what was asked for
 * @param states the bundle and its copy
 * @param agreed the cluster whose devices have the usual settings
 * @param search empty if none was asked for
 * @param chosen settings that the search found and that are worth taking, by knob
 * @param changes what the plan changes
 * @param proof by runs
 */
public record ImproveResult(
    ImproveRequest request,
    States states,
    AgreedCluster agreed,
    Optional<StudyResult> search,
    Map<String, String> chosen,
    Changes changes,
    Proof proof) {
  public ImproveResult {
    chosen = Collections.unmodifiableMap(new TreeMap<>(chosen));
  }

  /**
   * The bundle and its copy.
   *
   * @param findings of both
   */
  record States(ClusterState before, ClusterState after, List<FindingFate> findings) {
    States {
      findings = List.copyOf(findings);
    }
  }

  /**
   * Changes to the cluster.
   *
   * @param plan of settings
   * @param variables of jobs, by the fixes of the audit
   * @param unlaid changes that no file of the bundle shows, a sentence each
   * @param files that differ in the copy
   */
  record Changes(
      EmitPlan plan, List<VariableFix> variables, List<String> unlaid, List<FileDifference> files) {
    Changes {
      variables = List.copyOf(variables);
      unlaid = List.copyOf(unlaid);
      files = List.copyOf(files);
    }
  }

  /** Findings that the copy has. */
  List<FindingFate> left() {
    return states.findings().stream().filter(each -> !each.isMended()).toList();
  }

  /** Whether the copy has no error and keeps the promised gain. */
  public boolean isClean() {
    return !states.after().report().has(Severity.ERROR) && proof.isKept();
  }
}
