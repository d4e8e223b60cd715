/**
 * Reading of bundles, folders, sosreports and nested archives, within limits of time and memory.
 *
 * <p>Nothing is unpacked to disk, and no symbolic link is followed. Start at {@link
 * dev.headroom.collect.input.SourceOpener}.
 */
@NullMarked
package dev.headroom.collect.input;

import org.jspecify.annotations.NullMarked;
