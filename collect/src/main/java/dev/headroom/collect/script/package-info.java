/**
 * The same collecting as a shell script for machines without Java. Begin at {@link
 * dev.headroom.collect.script.ShellScript}.
 */
@NullMarked
package dev.headroom.collect.script;

import org.jspecify.annotations.NullMarked;
