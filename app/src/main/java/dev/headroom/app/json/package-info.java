/** Documents that commands print as JSON; those of runs are in {@code run.results}. */
@NullMarked
package dev.headroom.app.json;

import org.jspecify.annotations.NullMarked;
