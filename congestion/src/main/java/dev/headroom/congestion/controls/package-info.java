/** The list of all congestion controls. */
@NullMarked
package dev.headroom.congestion.controls;

import org.jspecify.annotations.NullMarked;
