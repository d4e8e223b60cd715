/**
 * Claims of the five articles on RDMA tuning, each tested by a formula or by runs.
 *
 * <p>The claims are in one YAML file per article; the measurements are in the Java lists, under the
 * same id. Start at {@link dev.headroom.run.claims.Claims}.
 */
@NullMarked
package dev.headroom.run.claims;

import org.jspecify.annotations.NullMarked;
