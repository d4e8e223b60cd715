package dev.headroom.tune.study;

import dev.headroom.tune.space.Candidate;

/**
 * Candidate with the name that people know it by.
 *
 * @param name of a preset: {@code vendor}
 */
public record NamedCandidate(String name, Candidate candidate) {}
