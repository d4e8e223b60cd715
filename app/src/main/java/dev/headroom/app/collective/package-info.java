/**
 * A table of a collective's times by size, as nccl-tests print it: what was asked, the scenario of
 * each row, what its runs measured.
 */
@NullMarked
package dev.headroom.app.collective;

import org.jspecify.annotations.NullMarked;
