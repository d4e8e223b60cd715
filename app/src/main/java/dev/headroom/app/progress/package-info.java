/**
 * Progress of commands on a terminal: one line that is written over, with the time left. Start at
 * {@link dev.headroom.app.progress.StatusLine}.
 */
@NullMarked
package dev.headroom.app.progress;

import org.jspecify.annotations.NullMarked;
