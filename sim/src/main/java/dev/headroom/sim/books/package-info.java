/**
 * Whether everything in a network adds up, and what has come to a stand in it. It only reads. Start
 * with {@link dev.headroom.sim.books.ConservationCheck}.
 */
@NullMarked
package dev.headroom.sim.books;

import org.jspecify.annotations.NullMarked;
