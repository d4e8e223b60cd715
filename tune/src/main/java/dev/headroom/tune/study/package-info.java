/**
 * Studies: the search for a scenario's settings, with the runs that it rests on, and the folder
 * that keeps all of it. Start at {@link dev.headroom.tune.study.Study}.
 */
@NullMarked
package dev.headroom.tune.study;

import org.jspecify.annotations.NullMarked;
