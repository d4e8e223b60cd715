/**
 * What processes do that send each other messages: calls written down one by one, {@link
 * dev.headroom.model.script.ProcessScript}, and the steps of workers made of them, {@link
 * dev.headroom.model.script.ScriptedSchedule}.
 */
@NullMarked
package dev.headroom.model.script;

import org.jspecify.annotations.NullMarked;
