/**
 * What processes do that send each other messages: calls written down one by one, {@link
 * dev.headroom.model.process.ProcessScript}, and the steps of workers made of them, {@link
 * dev.headroom.model.process.ScriptedSchedule}.
 */
@NullMarked
package dev.headroom.model.process;

import org.jspecify.annotations.NullMarked;
