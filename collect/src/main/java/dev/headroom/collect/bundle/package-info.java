/**
 * Bundles: the collected files of a host in one archive, readable by its owner only. Start at
 * {@link dev.headroom.collect.bundle.BundleWriter}.
 */
@NullMarked
package dev.headroom.collect.bundle;

import org.jspecify.annotations.NullMarked;
