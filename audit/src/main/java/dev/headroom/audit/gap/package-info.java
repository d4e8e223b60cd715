/**
 * Performance gap of a collective: the measurement on real machines beside runs of the model. Start
 * at {@link dev.headroom.audit.gap.GapModel}.
 *
 * <p>The runs attribute the difference to findings: all machines as found, with all findings fixed,
 * and with all but one fixed.
 */
@NullMarked
package dev.headroom.audit.gap;

import org.jspecify.annotations.NullMarked;
