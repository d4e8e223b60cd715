/**
 * JSON documents of runs and comparisons: {@code results.json} and its parts. Start at {@link
 * dev.headroom.run.results.ResultsJson}.
 */
@NullMarked
package dev.headroom.run.results;

import org.jspecify.annotations.NullMarked;
