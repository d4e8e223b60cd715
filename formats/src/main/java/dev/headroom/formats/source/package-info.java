/**
 * The door through which collected text comes in: a stream of named sources, one after the other,
 * however people keep them (a live host, a bundle, a folder, an archive).
 *
 * <p>Whoever gathers makes a {@link dev.headroom.formats.source.SourceStream}; whoever reads visits
 * it. Neither knows of the other. Begin at {@link dev.headroom.formats.source.MachineSource}.
 */
@NullMarked
package dev.headroom.formats.source;

import org.jspecify.annotations.NullMarked;
