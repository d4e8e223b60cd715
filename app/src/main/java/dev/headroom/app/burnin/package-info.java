/**
 * Command {@code headroom burnin}, with a command for each of its actions: start with {@link
 * dev.headroom.app.burnin.BurnInCommand}.
 */
@NullMarked
package dev.headroom.app.burnin;

import org.jspecify.annotations.NullMarked;
