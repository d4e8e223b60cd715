/** Rules that compare hosts: values that most hosts share and some do not. */
@NullMarked
package dev.headroom.audit.fleet;

import org.jspecify.annotations.NullMarked;
