/** The list of all rules: {@link dev.headroom.audit.rules.Rules}. */
@NullMarked
package dev.headroom.audit.rules;

import org.jspecify.annotations.NullMarked;
