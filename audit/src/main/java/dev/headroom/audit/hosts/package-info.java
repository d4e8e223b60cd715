/**
 * Audit of hosts one by one, with what is kept of each for its report: {@link
 * dev.headroom.audit.hosts.AuditedHosts}.
 */
@NullMarked
package dev.headroom.audit.hosts;

import org.jspecify.annotations.NullMarked;
