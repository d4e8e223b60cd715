/** Search for the settings that serve several objectives best, within constraints. */
@NullMarked
package dev.headroom.tune.search;

import org.jspecify.annotations.NullMarked;
