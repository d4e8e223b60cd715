package dev.headroom.web.server;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerResponse;
import java.nio.charset.StandardCharsets;

/** Answers of the API. */
final class Answers {
  private Answers() {}

  static void json(ServerResponse response, String text) {
    response.header(HeaderNames.CONTENT_TYPE, "application/json");
    response.send(text.getBytes(StandardCharsets.UTF_8));
  }
}
