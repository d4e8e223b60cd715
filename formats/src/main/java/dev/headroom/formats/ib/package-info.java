/**
 * InfiniBand fabrics: who hangs on whom, and the counters of ports, as infiniband-diags print them.
 */
@NullMarked
package dev.headroom.formats.ib;

import org.jspecify.annotations.NullMarked;
