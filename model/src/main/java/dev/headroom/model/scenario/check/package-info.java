/** What is wrong with settings that are each in range, but do not go together. */
@NullMarked
package dev.headroom.model.scenario.check;

import org.jspecify.annotations.NullMarked;
