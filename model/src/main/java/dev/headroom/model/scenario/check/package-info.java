/** Checks of combinations: settings that are each in range but contradict each other. */
@NullMarked
package dev.headroom.model.scenario.check;

import org.jspecify.annotations.NullMarked;
