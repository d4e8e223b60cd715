/** JSON text, written piece by piece. */
@NullMarked
package dev.headroom.run.json;

import org.jspecify.annotations.NullMarked;
