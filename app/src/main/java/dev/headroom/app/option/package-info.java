/** Options and parameters that several commands have, and how their values are read. */
@NullMarked
package dev.headroom.app.option;

import org.jspecify.annotations.NullMarked;
