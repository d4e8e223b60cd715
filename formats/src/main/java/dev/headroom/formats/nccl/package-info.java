/**
 * What NCCL, RCCL and their kin say of a job: which network they found, which way each channel
 * takes, what went wrong.
 */
@NullMarked
package dev.headroom.formats.nccl;

import org.jspecify.annotations.NullMarked;
