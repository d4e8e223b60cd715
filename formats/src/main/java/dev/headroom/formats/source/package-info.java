/**
 * Streams of collected text: named sources one after another, from a live host, a bundle, a folder
 * or an archive.
 *
 * <p>A collector makes a {@link dev.headroom.formats.source.SourceStream} and a reader visits it;
 * neither depends on the other. Start at {@link dev.headroom.formats.source.MachineSource}.
 */
@NullMarked
package dev.headroom.formats.source;

import org.jspecify.annotations.NullMarked;
