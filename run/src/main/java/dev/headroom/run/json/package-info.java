/** Writer of JSON text, piece by piece. */
@NullMarked
package dev.headroom.run.json;

import org.jspecify.annotations.NullMarked;
