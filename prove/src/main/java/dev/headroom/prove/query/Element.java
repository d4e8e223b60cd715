package dev.headroom.prove.query;

import java.util.SortedMap;

/**
 * Value of an expression for one set of labels.
 *
 * @param labels without the machine's
 */
public record Element(SortedMap<String, String> labels, double value) {}
