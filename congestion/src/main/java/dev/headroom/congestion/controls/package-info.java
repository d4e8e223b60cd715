/** Registry of all congestion controls, {@link dev.headroom.congestion.controls.ControlTypes}. */
@NullMarked
package dev.headroom.congestion.controls;

import org.jspecify.annotations.NullMarked;
