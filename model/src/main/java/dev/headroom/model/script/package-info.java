/**
 * Scripts of processes that exchange messages: the calls one by one, {@link
 * dev.headroom.model.script.ProcessScript}, and the steps of workers made from them, {@link
 * dev.headroom.model.script.ScriptedSchedule}.
 */
@NullMarked
package dev.headroom.model.script;

import org.jspecify.annotations.NullMarked;
