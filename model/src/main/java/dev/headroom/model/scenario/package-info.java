/**
 * The scenario: one run, complete and immutable, and how it is read from YAML.
 *
 * <p>A {@link dev.headroom.model.scenario.Scenario} joins a fabric, its settings and a flow
 * program. The same scenario and seed give the same results to the last bit. Problems in a file are
 * data: all of them are reported, each with its line, its key, and what would be right.
 */
@NullMarked
package dev.headroom.model.scenario;

import org.jspecify.annotations.NullMarked;
