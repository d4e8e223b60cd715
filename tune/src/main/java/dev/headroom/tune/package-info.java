/**
 * Many runs of a scenario as one thing, and the search for the settings that serve a workload best.
 */
@NullMarked
package dev.headroom.tune;

import org.jspecify.annotations.NullMarked;
