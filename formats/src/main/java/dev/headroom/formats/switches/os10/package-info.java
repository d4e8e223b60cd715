/** Dell SmartFabric OS10: its configuration, and what its commands print. */
@NullMarked
package dev.headroom.formats.switches.os10;

import org.jspecify.annotations.NullMarked;
