/**
 * What commands are given: scenarios of every form, files of hosts and switches, classes of a
 * user's own. Start with {@link dev.headroom.app.input.ScenarioSource}.
 */
@NullMarked
package dev.headroom.app.input;

import org.jspecify.annotations.NullMarked;
