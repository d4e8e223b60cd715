/**
 * Gathers what a host, a switch or a fleet says of itself into bundles, and opens what others have
 * gathered.
 *
 * <p>Bytes go through here; what they mean is for {@code formats} to say and for {@code audit} to
 * judge. What may be taken is declared once, in the lists of {@code allow}; {@code live} takes it
 * from this machine, {@code script} writes a shell script that takes the same elsewhere, {@code
 * redact} lets secrets stay where they are, {@code bundle} packs. Begin at {@link
 * dev.headroom.collect.machine.MachineCollector}.
 */
@NullMarked
package dev.headroom.collect;

import org.jspecify.annotations.NullMarked;
