/** InfiniBand fabrics: links, errors and routing, as tools of the subnet see them. */
@NullMarked
package dev.headroom.audit.fabric;

import org.jspecify.annotations.NullMarked;
