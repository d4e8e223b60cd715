/** Documents with structure: JSON of any tool, XML of NCCL, hwloc and nvidia-smi. */
@NullMarked
package dev.headroom.formats.structured;

import org.jspecify.annotations.NullMarked;
