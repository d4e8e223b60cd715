/**
 * Rules that are data: YAML files of ours and of a site, each rule a block of keys.
 *
 * <p>{@link dev.headroom.audit.rulefile.RuleFile} reads them, {@link
 * dev.headroom.audit.rulefile.RuleKind} is what a package of rules declares of each kind it has.
 */
@NullMarked
package dev.headroom.audit.rulefile;

import org.jspecify.annotations.NullMarked;
