/**
 * Runs as a facade for commands, searches and pages: a scenario's text in, a summary out. Start at
 * {@link dev.headroom.run.ScenarioRun}.
 */
@NullMarked
package dev.headroom.run;

import org.jspecify.annotations.NullMarked;
