package dev.headroom.web.server;

import dev.headroom.run.json.JsonWriter;
import dev.headroom.web.api.ApiBody;
import dev.headroom.web.api.ApiException;
import dev.headroom.web.api.CheckDocument;
import dev.headroom.web.api.ExampleSource;
import dev.headroom.web.api.KeysDocument;
import dev.headroom.web.api.ServedFolder;
import dev.headroom.web.api.ServedScenarios;
import io.helidon.webserver.http.HttpRouting;
import java.util.function.Supplier;

/**
 * Routes of scenarios as texts: which there are, what is wrong with one, which keys it may have.
 */
final class ScenarioRoutes {
  private final ServerSettings settings;
  private final BoundedBody bodies;
  private final ServedFolder folder;
  private final ServedScenarios scenarios;
  private final Supplier<KeysDocument> keys = new Once<>(KeysDocument::new);

  ScenarioRoutes(ServerSettings settings, BoundedBody bodies, ServedFolder folder) {
    this.settings = settings;
    this.bodies = bodies;
    this.folder = folder;
    this.scenarios = new ServedScenarios(folder);
  }

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/scenarios", (request, response) -> Answers.json(response, list()));
    routing.get(
        "/api/scenario",
        (request, response) ->
            Answers.json(
                response,
                JsonWriter.compact()
                    .object()
                    .put(
                        "text",
                        text(
                            request.query().first("from").orElse(""),
                            request.query().first("name").orElse("")))
                    .endObject()
                    .toString()));
    routing.post(
        "/api/check",
        (request, response) -> {
          ApiBody body = ApiBody.parse(bodies.read(request));
          Answers.json(
              response, CheckDocument.of(scenarios.outcome(body), settings.limits().mostHops()));
        });
    routing.get(
        "/api/keys",
        (request, response) ->
            Answers.json(response, keys.get().at(request.query().first("at").orElse(""))));
  }

  private String list() {
    JsonWriter json = JsonWriter.compact().object().array("examples");
    for (ExampleSource.Example example : settings.examples().all()) {
      if (!example.name().contains("/")) { // those of folders belong to other pages
        json.object().put("name", example.name()).put("sentence", example.sentence()).endObject();
      }
    }
    json.endArray().array("files");
    folder.scenarios().forEach(json::add);
    return json.endArray().endObject().toString();
  }

  private String text(String from, String name) {
    return (switch (from) {
          case "examples" -> settings.examples().named(name).map(ExampleSource.Example::text);
          case "folder" -> folder.text(name);
          default -> throw new ApiException(400, "from: it must be examples or folder");
        })
        .orElseThrow(() -> new ApiException(404, "there is no scenario of that name"));
  }
}
