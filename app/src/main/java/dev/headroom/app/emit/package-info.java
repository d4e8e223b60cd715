/**
 * Documents of a plan: Markdown, JSON, an Ansible playbook, and a folder of scripts for each
 * device.
 *
 * <p>{@link dev.headroom.app.emit.PlanDocuments} makes all of them from an {@link
 * dev.headroom.audit.emit.EmitPlan}, without writing anything.
 */
@NullMarked
package dev.headroom.app.emit;

import org.jspecify.annotations.NullMarked;
