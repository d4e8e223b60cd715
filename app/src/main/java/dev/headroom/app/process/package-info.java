/**
 * Process-level code: exit codes, signals, standard output, the version. Start at {@link
 * dev.headroom.app.process.ExitCodes}.
 */
@NullMarked
package dev.headroom.app.process;

import org.jspecify.annotations.NullMarked;
