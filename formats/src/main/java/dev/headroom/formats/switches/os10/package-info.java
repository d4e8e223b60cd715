/** Dell SmartFabric OS10: configuration, and the output of its commands. */
@NullMarked
package dev.headroom.formats.switches.os10;

import org.jspecify.annotations.NullMarked;
