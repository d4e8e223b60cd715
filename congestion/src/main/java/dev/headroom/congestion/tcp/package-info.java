/** Congestion controls of TCP, with DCTCP also where other transports use it. */
@NullMarked
package dev.headroom.congestion.tcp;

import org.jspecify.annotations.NullMarked;
