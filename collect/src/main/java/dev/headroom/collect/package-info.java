/**
 * Collection of files and command outputs from a host, a switch or a fleet into bundles, and the
 * reading of such bundles.
 *
 * <p>{@code allow} lists what may be collected, {@code machine} collects it here, {@code script}
 * writes a shell script that collects the same elsewhere, {@code redact} removes secrets, {@code
 * bundle} packs. Content is not interpreted: that is the task of {@code formats} and {@code audit}.
 * Start at {@link dev.headroom.collect.machine.MachineCollector}.
 */
@NullMarked
package dev.headroom.collect;

import org.jspecify.annotations.NullMarked;
