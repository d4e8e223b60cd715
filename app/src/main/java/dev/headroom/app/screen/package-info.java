/**
 * Terminal output: {@link dev.headroom.app.screen.RunScreen} after a run, and a screen for each
 * other command.
 *
 * <p>{@link dev.headroom.app.screen.Terminal} detects the terminal's abilities.
 */
@NullMarked
package dev.headroom.app.screen;

import org.jspecify.annotations.NullMarked;
