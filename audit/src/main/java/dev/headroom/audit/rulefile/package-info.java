/**
 * Rules declared in YAML: files of the program and of a site, each rule a block of keys.
 *
 * <p>{@link dev.headroom.audit.rulefile.RuleFile} reads them. A package of rules declares a {@link
 * dev.headroom.audit.rulefile.RuleKind} for each kind of rule that it supports.
 */
@NullMarked
package dev.headroom.audit.rulefile;

import org.jspecify.annotations.NullMarked;
