package dev.headroom.web.glossary;

import java.util.Optional;

/**
 * Event in the history of RDMA.
 *
 * @param date a year, a month or a day: {@code 1995-12}
 * @param event what happened, as its source has it
 * @param use what an article says of it, and where; empty when none does
 * @param source of the date
 */
public record HistoryEvent(
    String date, String event, Optional<GlossaryTerm.Use> use, String source) {}
