/** Options and parameters that several commands share, and the conversion of their values. */
@NullMarked
package dev.headroom.app.option;

import org.jspecify.annotations.NullMarked;
