/** Results of the commands of the RDMA endpoint: ping statistics and memory registration. */
@NullMarked
package dev.headroom.app.wire;

import org.jspecify.annotations.NullMarked;
