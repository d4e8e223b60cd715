/**
 * What {@code nvidia-smi} prints of GPUs, and of what lies between them and NICs; what DCGM's tests
 * of them came to.
 */
@NullMarked
package dev.headroom.formats.nvidia;

import org.jspecify.annotations.NullMarked;
