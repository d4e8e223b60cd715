/**
 * What a person sees in a terminal: {@link dev.headroom.app.screen.RunScreen} after a run, {@link
 * dev.headroom.app.screen.ProgressLine} during one. Summaries come in, text goes out; {@link
 * dev.headroom.app.screen.Terminal} says what the other end can show.
 */
@NullMarked
package dev.headroom.app.screen;

import org.jspecify.annotations.NullMarked;
