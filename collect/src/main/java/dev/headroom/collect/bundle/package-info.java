/**
 * A host's files packed into one archive that only its maker can read. Begin at {@link
 * dev.headroom.collect.bundle.BundleWriter}.
 */
@NullMarked
package dev.headroom.collect.bundle;

import org.jspecify.annotations.NullMarked;
