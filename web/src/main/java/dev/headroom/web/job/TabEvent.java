package dev.headroom.web.job;

/**
 * Event for a tab of a browser.
 *
 * @param id that counts up within the tab
 * @param name which run it is of: {@code run-7}
 * @param data one line of JSON
 */
public record TabEvent(long id, String name, String data) {}
