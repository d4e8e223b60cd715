package dev.headroom.tune.search;

import dev.headroom.tune.space.Candidate;

/**
 * Request for one run. An evaluator gives the same answer to the same request.
 *
 * @param candidate settings of the run
 * @param condition workload and seed
 * @param fidelity full, or cheaper
 */
public record RunRequest(Candidate candidate, Condition condition, Fidelity fidelity) {}
