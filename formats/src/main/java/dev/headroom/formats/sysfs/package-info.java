/**
 * Readers of files of {@code /sys} and {@code /proc}, whose paths give their short contents a
 * meaning.
 */
@NullMarked
package dev.headroom.formats.sysfs;

import org.jspecify.annotations.NullMarked;
