/**
 * Units as types: {@link dev.headroom.unit.Time} in picoseconds, {@link dev.headroom.unit.Size} in
 * bytes, {@link dev.headroom.unit.Rate} in bits per second, {@link dev.headroom.unit.Length}.
 *
 * <p>Text comes in ({@code 400Gbps}, {@code 600ns}, {@code 64MiB}) and integers go out. A bare
 * number is refused: {@code 100} may mean bits or bytes. {@link dev.headroom.unit.Extension} lets a
 * jar add to the lists of the program. Start at {@link dev.headroom.unit.Size}.
 */
@NullMarked
package dev.headroom.unit;

import org.jspecify.annotations.NullMarked;
