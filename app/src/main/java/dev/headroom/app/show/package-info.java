/**
 * Output of tools ({@code nvidia-smi topo -m}, {@code show_gids}, {@code ibstat} and others) for a
 * server of a scenario, in each tool's own format.
 *
 * <p>The output is for people who know the tool, and for the readers of {@code formats}. {@link
 * dev.headroom.app.show.ShowTool} lists the tools; each has a writer.
 */
@NullMarked
package dev.headroom.app.show;

import org.jspecify.annotations.NullMarked;
