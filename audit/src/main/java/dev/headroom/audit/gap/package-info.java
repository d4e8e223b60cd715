/**
 * What is missing between what a collective measured on real machines and what the model makes of
 * such machines, and which findings that comes from.
 */
@NullMarked
package dev.headroom.audit.gap;

import org.jspecify.annotations.NullMarked;
