/**
 * What the five articles on RDMA tuning say, each number and rule tested by a formula or a run.
 * What they say stands in a file for each article, how it is measured in the lists of Java. Begin
 * at {@link dev.headroom.app.claims.Claims}.
 */
@NullMarked
package dev.headroom.app.claims;

import org.jspecify.annotations.NullMarked;
