package dev.headroom.web.security;

import java.util.List;
import java.util.Optional;

/**
 * Facts of a request that decide whether it is answered.
 *
 * @param method in capitals
 * @param path without its query
 * @param host the header, as sent
 * @param origin the header, as sent
 * @param fetchSite {@code Sec-Fetch-Site}
 * @param mark {@code X-Headroom}
 * @param contentType with its parameters
 * @param cookies each {@code name=value}
 * @param wantsUpgrade whether it asks for another protocol, such as WebSocket
 */
public record RequestFacts(
    String method,
    String path,
    Optional<String> host,
    Optional<String> origin,
    Optional<String> fetchSite,
    Optional<String> mark,
    Optional<String> contentType,
    List<String> cookies,
    boolean wantsUpgrade) {
  public RequestFacts {
    cookies = List.copyOf(cookies);
  }

  boolean isRead() {
    return method.equals("GET");
  }
}
