/**
 * The lists of what may be taken from a machine; nothing else ever is. Begin at {@link
 * dev.headroom.collect.allow.AllowList}.
 */
@NullMarked
package dev.headroom.collect.allow;

import org.jspecify.annotations.NullMarked;
