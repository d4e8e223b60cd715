/** Rules about InfiniBand fabrics: links, errors and routing, as the subnet's tools report them. */
@NullMarked
package dev.headroom.audit.fabric;

import org.jspecify.annotations.NullMarked;
