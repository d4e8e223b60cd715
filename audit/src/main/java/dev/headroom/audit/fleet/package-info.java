/** Hosts against each other: what most of them have in common and some do not. */
@NullMarked
package dev.headroom.audit.fleet;

import org.jspecify.annotations.NullMarked;
