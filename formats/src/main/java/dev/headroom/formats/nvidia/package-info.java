/** What {@code nvidia-smi} prints of GPUs, and of what lies between them and NICs. */
@NullMarked
package dev.headroom.formats.nvidia;

import org.jspecify.annotations.NullMarked;
