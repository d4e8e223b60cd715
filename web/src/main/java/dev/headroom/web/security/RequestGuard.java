package dev.headroom.web.security;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Guard of the server: decides about each request before anything else sees it.
 *
 * <ul>
 *   <li>{@code Host} must be one of the server's own names, against DNS rebinding.
 *   <li>A write needs the header {@code X-Headroom}, a type of body that no form can send, and an
 *       origin of the server's own: pages of other sites cannot send these, since the server grants
 *       no preflight.
 *   <li>Data needs the cookie that the token is exchanged for.
 * </ul>
 *
 * <p>The rules follow the advice of the OWASP cheat sheet on cross-site request forgery and the
 * Fetch Metadata specification of the W3C.
 */
public final class RequestGuard {
  /** Where the token is exchanged for a cookie. */
  public static final String SESSION = "/api/session";

  private static final Set<String> WRITES = Set.of("POST", "PUT");
  private static final Set<String> OWN_SITES = Set.of("same-origin", "none");
  private static final Set<String> BODIES = Set.of("application/json", "application/octet-stream");

  private final SiteAddresses addresses;
  private final String cookieName;
  private final AccessToken session;

  /**
   * @param port that the cookie is named after: cookies are shared among the ports of a host
   * @param session what the cookie holds
   */
  public RequestGuard(SiteAddresses addresses, int port, AccessToken session) {
    this.addresses = addresses;
    this.cookieName = "headroom-" + port;
    this.session = session;
  }

  /** Why a request is refused; empty where it is answered. */
  public Optional<Refusal> refusal(RequestFacts request) {
    if (request.host().filter(addresses::hasHost).isEmpty()) {
      return refuse(
          421, "this server does not answer under that name; start it with --host NAME to add one");
    }
    if (request.wantsUpgrade()) {
      return refuse(403, "this server speaks HTTP alone");
    }
    if (request.isRead()) {
      return isOpen(request.path()) ? Optional.empty() : ofData(request);
    }
    if (!WRITES.contains(request.method())) {
      return refuse(405, "this server knows GET, POST and PUT");
    }
    return ofWrite(request);
  }

  private Optional<Refusal> ofWrite(RequestFacts request) {
    if (request.fetchSite().filter(site -> !site.equals("same-origin")).isPresent()
        || request.origin().filter(addresses::hasOrigin).isEmpty()) {
      return refuse(403, "a request that changes something must come from the workbench's pages");
    }
    if (request.mark().filter("1"::equals).isEmpty()) {
      return refuse(403, "the header X-Headroom: 1 is missing");
    }
    if (request.contentType().map(RequestGuard::plain).filter(BODIES::contains).isEmpty()) {
      return refuse(415, "the body must be application/json or application/octet-stream");
    }
    return request.path().equals(SESSION) ? Optional.empty() : ofCookie(request);
  }

  private Optional<Refusal> ofData(RequestFacts request) {
    if (request.fetchSite().filter(site -> !OWN_SITES.contains(site)).isPresent()) {
      return refuse(403, "another site may not read from the workbench");
    }
    return ofCookie(request);
  }

  private Optional<Refusal> ofCookie(RequestFacts request) {
    String start = cookieName + "=";
    boolean known =
        request.cookies().stream()
            .filter(cookie -> cookie.startsWith(start))
            .anyMatch(cookie -> session.matches(cookie.substring(start.length())));
    return known
        ? Optional.empty()
        : refuse(401, "open the address that the server printed, which has the token");
  }

  /** The cookie for a browser that has shown the token. */
  public String cookie() {
    return cookieName + "=" + session.text() + "; HttpOnly; SameSite=Strict; Path=/";
  }

  /** Pages and scripts hold no data; without them nobody could show the token. */
  private static boolean isOpen(String path) {
    return !path.startsWith("/api/") && !path.startsWith("/run/");
  }

  private static String plain(String contentType) {
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  private static Optional<Refusal> refuse(int status, String sentence) {
    return Optional.of(new Refusal(status, sentence));
  }
}
