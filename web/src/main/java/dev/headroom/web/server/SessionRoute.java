package dev.headroom.web.server;

import dev.headroom.web.api.ApiBody;
import dev.headroom.web.api.ApiException;
import dev.headroom.web.security.RequestGuard;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;

/** Route where a page exchanges the token for a cookie. */
final class SessionRoute {
  private final ServerSettings settings;
  private final BoundedBody bodies;
  private final RequestGuard guard;

  SessionRoute(ServerSettings settings, BoundedBody bodies, RequestGuard guard) {
    this.settings = settings;
    this.bodies = bodies;
    this.guard = guard;
  }

  void addTo(HttpRouting.Builder routing) {
    routing.post(
        RequestGuard.SESSION,
        (request, response) -> {
          ApiBody body = ApiBody.parse(bodies.read(request));
          if (!settings.token().matches(body.text("token"))) {
            throw new ApiException(401, "this is not the token that the server printed");
          }
          response.header(HeaderNames.SET_COOKIE, guard.cookie());
          Answers.json(response, "{}");
        });
  }
}
