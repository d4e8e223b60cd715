/** Mutation tests: a changed constant or condition of the simulator must fail a test. */
@NullMarked
package dev.headroom.bench.mutation;

import org.jspecify.annotations.NullMarked;
