/** What settings choose among: enumerations, with what is asked of each value. */
@NullMarked
package dev.headroom.model.choice;

import org.jspecify.annotations.NullMarked;
