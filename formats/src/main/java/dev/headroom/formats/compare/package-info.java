/**
 * Lays results of ours beside a reference's: {@link dev.headroom.formats.compare.FlowComparison}
 * flow by flow, {@link dev.headroom.formats.compare.PortComparison} port by port. It measures; what
 * is close enough is for its callers to say.
 */
@NullMarked
package dev.headroom.formats.compare;

import org.jspecify.annotations.NullMarked;
