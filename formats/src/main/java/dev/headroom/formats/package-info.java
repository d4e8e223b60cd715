/**
 * Readers and writers of the files of others, a package per source: hosts, switches, tools and
 * other simulators.
 *
 * <p>Text becomes facts or parts of {@code model}, or the reverse. Input that a reader does not
 * understand becomes data with a line number, never a crash. This module neither simulates nor
 * judges.
 */
@NullMarked
package dev.headroom.formats;

import org.jspecify.annotations.NullMarked;
