/**
 * Fluid models of congestion control: differential equations with the fixed point and the stability
 * of N flows on one bottleneck. The models are those of Zhu et al., "ECN or Delay: Lessons Learnt
 * from Analysis of DCQCN and TIMELY", CoNEXT 2016.
 *
 * <p>The package is pure mathematics in seconds, bytes and bits per second. Start at {@link
 * dev.headroom.congestion.fluid.DcqcnFluid} or {@link
 * dev.headroom.congestion.fluid.PatchedTimelyFluid}; {@link
 * dev.headroom.congestion.fluid.PhaseMargin} computes the phase margin of a linearized loop.
 */
@NullMarked
package dev.headroom.congestion.fluid;

import org.jspecify.annotations.NullMarked;
