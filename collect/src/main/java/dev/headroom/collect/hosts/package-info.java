/**
 * Reader of hosts from bundles, folders, archives and loose files, or from this machine. {@link
 * dev.headroom.collect.hosts.AuditInputs} is the entry.
 */
@NullMarked
package dev.headroom.collect.hosts;

import org.jspecify.annotations.NullMarked;
