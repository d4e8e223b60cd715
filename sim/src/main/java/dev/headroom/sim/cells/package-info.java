/**
 * Cell fabrics: leaves that cut packets into cells and reassemble them, with credit for each host.
 * Start at {@link dev.headroom.sim.cells.CellFabricLeaf}.
 */
@NullMarked
package dev.headroom.sim.cells;

import org.jspecify.annotations.NullMarked;
