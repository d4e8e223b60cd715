/**
 * Sweeps on Apache Spark. The module is an artifact of its own: a jar for {@code spark-submit} that
 * holds the program, and expects Spark where it runs.
 */
@NullMarked
package dev.headroom.scale;

import org.jspecify.annotations.NullMarked;
