/**
 * Documents of runs and comparisons: results.json and its parts. Start with {@link
 * dev.headroom.run.results.ResultsJson}.
 */
@NullMarked
package dev.headroom.run.results;

import org.jspecify.annotations.NullMarked;
