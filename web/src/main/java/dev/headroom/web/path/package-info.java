/**
 * Path of data through a host and out of it, part by part: what each takes, where its limit is,
 * what held it up in a run, which rules of the audit judge it. Start at {@link
 * dev.headroom.web.path.DataPathJson}.
 */
@NullMarked
package dev.headroom.web.path;

import org.jspecify.annotations.NullMarked;
