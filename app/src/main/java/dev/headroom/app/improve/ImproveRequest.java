package dev.headroom.app.improve;

import dev.headroom.audit.Rule;
import java.nio.file.Path;
import java.util.List;

/**
 * Request of an improvement.
 *
 * @param inputs bundles, folders and files, as for an audit
 * @param out folder of the results
 * @param rules of the audits
 * @param overrides {@code key=value}, laid over every scenario: the workload and others
 * @param search how settings are searched
 * @param seeds runs of each state of the cluster, 3 or more; each half of the proof takes as many
 * @param dropsTaken whether a plan of which steps were taken may be replaced
 */
public record ImproveRequest(
    List<Path> inputs,
    Path out,
    List<Rule> rules,
    List<String> overrides,
    SearchRequest search,
    int seeds,
    boolean dropsTaken) {
  public ImproveRequest {
    inputs = List.copyOf(inputs);
    rules = List.copyOf(rules);
    overrides = List.copyOf(overrides);
  }

  /**
   * Search of settings.
   *
   * @param measures names of the objectives; empty for the usual ones
   * @param knobs patterns of the knobs that may move
   * @param runs budget; 0 for no search
   * @param seed of the search
   * @param limitMs longest time of a run, in milliseconds
   * @param workers runs at the same time
   */
  public record SearchRequest(
      List<String> measures, List<String> knobs, int runs, long seed, long limitMs, int workers) {
    public SearchRequest {
      measures = List.copyOf(measures);
      knobs = List.copyOf(knobs);
    }
  }
}
