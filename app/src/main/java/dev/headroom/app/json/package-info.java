/** JSON documents that commands print. Those of runs and comparisons are in {@code run.results}. */
@NullMarked
package dev.headroom.app.json;

import org.jspecify.annotations.NullMarked;
