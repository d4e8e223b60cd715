/** Files of {@code /sys} and {@code /proc}, whose paths say what their few characters mean. */
@NullMarked
package dev.headroom.formats.sysfs;

import org.jspecify.annotations.NullMarked;
