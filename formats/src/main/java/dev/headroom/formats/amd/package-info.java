/** What AMD's tools print of GPUs. */
@NullMarked
package dev.headroom.formats.amd;

import org.jspecify.annotations.NullMarked;
