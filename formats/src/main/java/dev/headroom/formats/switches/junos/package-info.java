/** Juniper Junos: class of service of QFX switches. */
@NullMarked
package dev.headroom.formats.switches.junos;

import org.jspecify.annotations.NullMarked;
