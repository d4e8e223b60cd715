package dev.headroom.formats.switches;

import dev.headroom.formats.fact.Evidence;

/**
 * Definition of a named setting in a switch's configuration.
 *
 * @param areUsesRead whether the places that would use it were read, so that one without a use has
 *     none
 */
public record SettingDefinition(
    SettingKind kind, String name, boolean areUsesRead, Evidence evidence) {}
