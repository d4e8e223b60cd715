/**
 * Audits that pages ask for: reading of what was sent, the report under waivers, the hosts of a
 * fleet. Start at {@link dev.headroom.web.audit.PageAudit}.
 */
@NullMarked
package dev.headroom.web.audit;

import org.jspecify.annotations.NullMarked;
