/** Enumerations of settings, each value with the properties that other code queries. */
@NullMarked
package dev.headroom.model.choice;

import org.jspecify.annotations.NullMarked;
