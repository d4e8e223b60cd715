/**
 * The command line: the only place that prints to a terminal or ends the process.
 *
 * <p>Arguments come in; text, files and an exit code go out. Each command is one class that reads
 * its input, calls the module that does the work and prints what came back. Start reading at {@link
 * dev.headroom.app.Headroom}, which lists the commands; {@link dev.headroom.app.process.ExitCodes}
 * says what the exit codes mean and which failure becomes which.
 */
package dev.headroom.app;
