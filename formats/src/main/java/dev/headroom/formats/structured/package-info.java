/** Readers of structured documents: JSON of any tool, and the base of the XML readers. */
@NullMarked
package dev.headroom.formats.structured;

import org.jspecify.annotations.NullMarked;
