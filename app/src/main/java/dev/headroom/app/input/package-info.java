/**
 * Inputs of commands: scenarios in every supported form, and Java files of users. Start at {@link
 * dev.headroom.app.input.ScenarioSource}.
 */
@NullMarked
package dev.headroom.app.input;

import org.jspecify.annotations.NullMarked;
