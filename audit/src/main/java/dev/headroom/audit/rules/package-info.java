/**
 * Registry of all rules, {@link dev.headroom.audit.rules.RuleCatalogue}, and the rules of a site.
 */
@NullMarked
package dev.headroom.audit.rules;

import org.jspecify.annotations.NullMarked;
