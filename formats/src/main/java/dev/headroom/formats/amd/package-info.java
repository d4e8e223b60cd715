/** Readers of AMD's tools for GPUs and NICs: {@code amd-smi}, {@code rocm-smi}, {@code nicctl}. */
@NullMarked
package dev.headroom.formats.amd;

import org.jspecify.annotations.NullMarked;
