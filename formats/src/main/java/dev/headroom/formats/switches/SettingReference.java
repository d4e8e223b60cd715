package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;

/**
 * Use of a named setting in a switch's configuration.
 *
 * @param from the port, the queue or the setting that uses it
 * @param areDefinitionsRead whether the place of its definition was read, so that a name without a
 *     definition has none
 */
public record SettingReference(
    SettingKind kind, String name, String from, boolean areDefinitionsRead, Evidence evidence) {}
