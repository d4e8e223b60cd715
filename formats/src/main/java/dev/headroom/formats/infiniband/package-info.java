/**
 * InfiniBand fabrics: who hangs on whom, and the counters of ports, as infiniband-diags print them.
 */
@NullMarked
package dev.headroom.formats.infiniband;

import org.jspecify.annotations.NullMarked;
