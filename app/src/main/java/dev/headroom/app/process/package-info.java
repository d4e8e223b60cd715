/**
 * The process: exit codes and which failure becomes which, signals, standard output, the version.
 * Start with {@link dev.headroom.app.process.ExitCodes}.
 */
@NullMarked
package dev.headroom.app.process;

import org.jspecify.annotations.NullMarked;
