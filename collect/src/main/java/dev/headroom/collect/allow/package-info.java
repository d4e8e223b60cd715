/**
 * Allow lists: the files, commands and variables that may be collected from a machine. Nothing else
 * is collected. Start at {@link dev.headroom.collect.allow.AllowList}.
 */
@NullMarked
package dev.headroom.collect.allow;

import org.jspecify.annotations.NullMarked;
