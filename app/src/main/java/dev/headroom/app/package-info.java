/**
 * The command line of Headroom, and the only code that prints to a terminal or ends the process.
 *
 * <p>Each command is one class: it reads its input, calls the module that does the work, and prints
 * the result. Start at {@link dev.headroom.app.Headroom}, which lists the commands; {@link
 * dev.headroom.app.process.ExitCodes} maps failures to exit codes.
 */
package dev.headroom.app;
