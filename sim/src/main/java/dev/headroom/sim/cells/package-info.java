/**
 * Fabrics whose leaves cut packets into cells and put them together again, with credit for each
 * host. Start with {@link dev.headroom.sim.cells.CellFabricLeaf}.
 */
@NullMarked
package dev.headroom.sim.cells;

import org.jspecify.annotations.NullMarked;
