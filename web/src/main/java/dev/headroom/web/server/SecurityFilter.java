package dev.headroom.web.server;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.web.api.ApiException;
import dev.headroom.web.security.ContentPolicy;
import dev.headroom.web.security.Refusal;
import dev.headroom.web.security.RequestFacts;
import dev.headroom.web.security.RequestGuard;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpException;
import io.helidon.webserver.http.Filter;
import io.helidon.webserver.http.FilterChain;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.RoutingRequest;
import io.helidon.webserver.http.RoutingResponse;
import io.helidon.webserver.http.ServerResponse;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Filter of all requests: asks the guard, gives each answer its headers, and makes one sentence of
 * each failure.
 */
final class SecurityFilter implements Filter {
  static final HeaderName MARK = HeaderNames.create("X-Headroom");
  static final HeaderName POLICY = HeaderNames.create("Content-Security-Policy");

  private static final HeaderName FETCH_SITE = HeaderNames.create("Sec-Fetch-Site");
  private static final HeaderName UPGRADE = HeaderNames.create("Upgrade");
  private static final List<HeaderName> ONCE =
      List.of(HeaderNames.HOST, HeaderNames.ORIGIN, HeaderNames.CONTENT_TYPE, MARK, FETCH_SITE);

  private final RequestGuard guard;
  private final ServerSettings.FailureListener failures;

  SecurityFilter(RequestGuard guard, ServerSettings.FailureListener failures) {
    this.guard = guard;
    this.failures = failures;
  }

  @Override
  public void filter(FilterChain chain, RoutingRequest request, RoutingResponse response) {
    secure(response);
    Optional<Refusal> refusal = repeated(request).or(() -> guard.refusal(facts(request)));
    if (refusal.isPresent()) {
      refuse(response, refusal.get().status(), refusal.get().sentence(), "");
      return;
    }
    chain.proceed();
  }

  /** Makes one sentence of each failure of a route. */
  void addTo(HttpRouting.Builder routing) {
    routing.addFilter(this);
    routing.error(
        ApiException.class,
        (request, response, e) -> refuse(response, e.status(), String.valueOf(e.getMessage()), ""));
    routing.error(
        HttpException.class,
        (request, response, e) -> refuse(response, e.status().code(), sentence(e), ""));
    routing.error(
        UncheckedIOException.class,
        (request, response, e) -> refuse(response, 408, "the request did not come whole", ""));
    routing.error(Throwable.class, (request, response, e) -> failed(response, e));
  }

  /** The library speaks of endpoints. */
  private static String sentence(HttpException failure) {
    return failure.status().code() == 404
        ? "there is nothing at this address"
        : String.valueOf(failure.getMessage());
  }

  private void failed(ServerResponse response, Throwable failure) {
    String id = UUID.randomUUID().toString().substring(0, 8);
    failures.failed(id, failure);
    refuse(response, 500, "a bug in Headroom; the terminal has more under " + id, id);
  }

  private static void secure(ServerResponse response) {
    response.header(POLICY, ContentPolicy.PAGES);
    response.header("X-Content-Type-Options", "nosniff");
    response.header("Referrer-Policy", "no-referrer");
    response.header("Cross-Origin-Opener-Policy", "same-origin");
    response.header("Cross-Origin-Resource-Policy", "same-origin");
    response.header(HeaderNames.CACHE_CONTROL, "no-store");
  }

  /** Two of what must be one: which one is meant cannot be told. */
  private static Optional<Refusal> repeated(RoutingRequest request) {
    return ONCE.stream()
        .filter(name -> values(request, name).count() > 1)
        .findFirst()
        .map(name -> new Refusal(400, "the header " + name.defaultCase() + " is there twice"));
  }

  private static RequestFacts facts(RoutingRequest request) {
    return new RequestFacts(
        request.prologue().method().text(),
        request.path().path(),
        values(request, HeaderNames.HOST).findFirst(),
        values(request, HeaderNames.ORIGIN).findFirst(),
        values(request, FETCH_SITE).findFirst(),
        values(request, MARK).findFirst(),
        values(request, HeaderNames.CONTENT_TYPE).findFirst(),
        values(request, HeaderNames.COOKIE)
            .flatMap(line -> Stream.of(line.split(";")))
            .map(String::strip)
            .toList(),
        request.headers().contains(UPGRADE));
  }

  private static Stream<String> values(RoutingRequest request, HeaderName name) {
    return request.headers().contains(name)
        ? request.headers().get(name).allValues().stream()
        : Stream.empty();
  }

  /** Ends the connection too: an unread body is not waited for. */
  private static void refuse(ServerResponse response, int status, String sentence, String id) {
    if (response.isSent()) {
      return;
    }
    response.status(status);
    response.header(HeaderNames.CONTENT_TYPE, "application/json");
    response.header(HeaderNames.CONNECTION, "close");
    response.send(
        JsonWriter.compact()
            .object()
            .put("error", sentence)
            .put("id", id)
            .endObject()
            .toString()
            .getBytes(StandardCharsets.UTF_8));
  }
}
