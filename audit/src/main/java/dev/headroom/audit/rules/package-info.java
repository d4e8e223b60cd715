/** The list of all rules: {@link dev.headroom.audit.rules.RuleCatalogue}. */
@NullMarked
package dev.headroom.audit.rules;

import org.jspecify.annotations.NullMarked;
