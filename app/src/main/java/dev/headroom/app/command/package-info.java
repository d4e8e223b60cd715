/**
 * Commands, a class each, and the list of them. Start with {@link
 * dev.headroom.app.command.SimCommand}.
 */
@NullMarked
package dev.headroom.app.command;

import org.jspecify.annotations.NullMarked;
