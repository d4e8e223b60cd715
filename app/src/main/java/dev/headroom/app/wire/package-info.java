/** What the commands of the RDMA endpoint measured. */
@NullMarked
package dev.headroom.app.wire;

import org.jspecify.annotations.NullMarked;
