/**
 * What the five articles on RDMA tuning say, each number and rule tested by a formula or a run.
 * Begin at {@link dev.headroom.app.claims.Claims}.
 */
@NullMarked
package dev.headroom.app.claims;

import org.jspecify.annotations.NullMarked;
