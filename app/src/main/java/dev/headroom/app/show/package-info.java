/**
 * What tools would print on a server of a scenario: the same words, columns and blanks, so that
 * whoever reads the tool reads the model, and the readers of {@code formats} do too.
 *
 * <p>{@link dev.headroom.app.show.ShowTool} lists the tools; each has a writer.
 */
@NullMarked
package dev.headroom.app.show;

import org.jspecify.annotations.NullMarked;
