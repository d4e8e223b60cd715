/**
 * Terminal output: {@link dev.headroom.app.screen.RunScreen} after a run, {@link
 * dev.headroom.app.screen.ProgressLine} during one, and a screen for each other command.
 *
 * <p>{@link dev.headroom.app.screen.Terminal} detects the terminal's abilities.
 */
@NullMarked
package dev.headroom.app.screen;

import org.jspecify.annotations.NullMarked;
