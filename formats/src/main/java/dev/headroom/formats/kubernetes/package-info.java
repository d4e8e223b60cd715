/** Kubernetes objects, and the log of its device plugins. */
@NullMarked
package dev.headroom.formats.kubernetes;

import org.jspecify.annotations.NullMarked;
