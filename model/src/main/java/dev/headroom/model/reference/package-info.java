/** List of knobs for people and editors: {@link dev.headroom.model.reference.KnobList}. */
@NullMarked
package dev.headroom.model.reference;

import org.jspecify.annotations.NullMarked;
