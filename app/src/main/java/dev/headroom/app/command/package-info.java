/**
 * Commands of the program, a class each, and the list of them, {@link
 * dev.headroom.app.command.CommandList}. Start at {@link dev.headroom.app.command.SimCommand}.
 */
@NullMarked
package dev.headroom.app.command;

import org.jspecify.annotations.NullMarked;
