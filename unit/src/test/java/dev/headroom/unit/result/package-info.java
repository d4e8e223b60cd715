/** Tables of results that tests of all modules record for {@code docs/validation}. */
@NullMarked
package dev.headroom.unit.result;

import org.jspecify.annotations.NullMarked;
