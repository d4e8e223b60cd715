/** Cumulus Linux by its files: {@code qos_features.conf} and {@code traffic.conf}. */
@NullMarked
package dev.headroom.formats.switches.cumulus;

import org.jspecify.annotations.NullMarked;
