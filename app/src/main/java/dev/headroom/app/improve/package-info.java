/**
 * Improvement of a cluster from its bundle: what is wrong, what would help, the settings in the
 * languages of the devices, and the proof on a copy of the bundle. Start at {@link
 * dev.headroom.app.improve.Improvement}, which takes the steps; {@link
 * dev.headroom.app.improve.ImproveResult} has what they found, and {@link
 * dev.headroom.app.improve.ImprovePage} shows it.
 */
@NullMarked
package dev.headroom.app.improve;

import org.jspecify.annotations.NullMarked;
