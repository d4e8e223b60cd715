package dev.headroom.web.server;

import io.helidon.webserver.http.HttpRouting;

/** Routes of what pages are made of. It holds no data. */
final class PageRoutes {
  private final StaticFiles files = new StaticFiles();

  void addTo(HttpRouting.Builder routing) {
    routing.get("/", (request, response) -> files.send(request, response, "page", "index.html"));
    routing.get(
        "/favicon.ico", (request, response) -> files.send(request, response, "page", "icon.svg"));
    for (String folder : new String[] {"page", "report", "vendor"}) {
      routing.get(
          "/" + folder + "/{name}",
          (request, response) ->
              files.send(request, response, folder, request.path().pathParameters().get("name")));
    }
  }
}
