/**
 * Units as types: {@link dev.headroom.unit.Time} in picoseconds, {@link dev.headroom.unit.Size} in
 * bytes, {@link dev.headroom.unit.Rate} in bits per second.
 *
 * <p>Text comes in ({@code 400Gbps}, {@code 600ns}, {@code 64MiB}), integers go out. A bare number
 * is refused: a person who writes {@code 100} may mean bits or bytes. Start with {@link
 * dev.headroom.unit.Size}.
 */
@NullMarked
package dev.headroom.unit;

import org.jspecify.annotations.NullMarked;
