/**
 * Why something could not be done, in words for whoever asked for it. Begin at {@link
 * dev.headroom.model.reason.FailureMessage}.
 */
@NullMarked
package dev.headroom.model.reason;

import org.jspecify.annotations.NullMarked;
