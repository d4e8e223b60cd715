/**
 * A run, from a scenario's text to what it comes to: the door for commands, searches and pages.
 * Start with {@link dev.headroom.run.ScenarioRun}.
 */
@NullMarked
package dev.headroom.run;

import org.jspecify.annotations.NullMarked;
