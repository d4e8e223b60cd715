package dev.headroom.web.security;

/**
 * Refusal of a request.
 *
 * @param status of HTTP
 * @param sentence why, in words
 */
public record Refusal(int status, String sentence) {}
