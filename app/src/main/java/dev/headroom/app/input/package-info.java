/**
 * Inputs of commands: scenarios in every supported form, files of hosts and switches, and Java
 * files of users. Start at {@link dev.headroom.app.input.ScenarioSource} and {@link
 * dev.headroom.app.input.AuditInputs}.
 */
@NullMarked
package dev.headroom.app.input;

import org.jspecify.annotations.NullMarked;
