/**
 * Shell script that collects the same data on machines without Java. Start at {@link
 * dev.headroom.collect.script.ShellScript}.
 */
@NullMarked
package dev.headroom.collect.script;

import org.jspecify.annotations.NullMarked;
