/**
 * Opens what people have: bundles, folders, sosreports, archives in archives; and lets no hostile
 * one take more than its share of time and memory. Nothing is ever unpacked to disk, and no link is
 * followed. Begin at {@link dev.headroom.collect.input.SourceOpener}.
 */
@NullMarked
package dev.headroom.collect.input;

import org.jspecify.annotations.NullMarked;
