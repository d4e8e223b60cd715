/**
 * Spaces of settings: the knobs that a search may move, with the values that the fabric's devices
 * accept.
 */
@NullMarked
package dev.headroom.tune.space;

import org.jspecify.annotations.NullMarked;
