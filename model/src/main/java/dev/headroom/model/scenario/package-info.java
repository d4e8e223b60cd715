/**
 * The scenario of one run, complete and immutable, with its YAML reader and writer.
 *
 * <p>A {@link dev.headroom.model.scenario.Scenario} holds a fabric, its settings and a flow
 * program. The same scenario and seed give the same results to the last bit. All problems of a file
 * are reported, each with its line, its key and a correction.
 */
@NullMarked
package dev.headroom.model.scenario;

import org.jspecify.annotations.NullMarked;
