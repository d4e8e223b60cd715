/**
 * Congestion control as differential equations: where N flows on one bottleneck come to rest, and
 * whether they stay there. The models of Zhu et al., "ECN or Delay: Lessons Learnt from Analysis of
 * DCQCN and TIMELY", CoNEXT 2016.
 *
 * <p>Pure mathematics in seconds, bytes and bits per second. Start with {@link
 * dev.headroom.congestion.fluid.DcqcnFluid} or {@link
 * dev.headroom.congestion.fluid.PatchedTimelyFluid}; {@link
 * dev.headroom.congestion.fluid.PhaseMargin} judges a loop that either has linearized.
 */
@NullMarked
package dev.headroom.congestion.fluid;

import org.jspecify.annotations.NullMarked;
