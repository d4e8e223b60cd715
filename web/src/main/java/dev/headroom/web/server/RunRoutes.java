package dev.headroom.web.server;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.HopEstimate;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.web.api.ApiBody;
import dev.headroom.web.api.ApiException;
import dev.headroom.web.api.ServedFolder;
import dev.headroom.web.api.ServedScenarios;
import dev.headroom.web.job.PageRun;
import dev.headroom.web.job.QueueFullException;
import dev.headroom.web.job.RunDocuments;
import dev.headroom.web.job.RunQueue;
import dev.headroom.web.job.RunRequest;
import dev.headroom.web.job.RunStatusJson;
import dev.headroom.web.job.Tab;
import dev.headroom.web.job.Tabs;
import dev.headroom.web.security.ContentPolicy;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import java.nio.charset.StandardCharsets;

/** Routes of runs: to start, watch and stop one, and what came of it. */
final class RunRoutes {
  private final BoundedBody bodies;
  private final ServedScenarios scenarios;
  private final RunQueue queue;
  private final Tabs tabs;

  RunRoutes(BoundedBody bodies, ServedFolder folder, RunQueue queue, Tabs tabs) {
    this.bodies = bodies;
    this.scenarios = new ServedScenarios(folder);
    this.queue = queue;
    this.tabs = tabs;
  }

  void addTo(HttpRouting.Builder routing) {
    routing.post(
        "/api/run",
        (request, response) -> Answers.json(response, RunStatusJson.of(start(body(request)))));
    routing.get("/api/runs", (request, response) -> Answers.json(response, list()));
    routing.get(
        "/api/run/{id}",
        (request, response) -> Answers.json(response, RunStatusJson.of(run(request))));
    routing.post(
        "/api/run/{id}/watch",
        (request, response) -> {
          PageRun run = run(request);
          queue.watch(run, tab(body(request)));
          Answers.json(response, RunStatusJson.of(run));
        });
    routing.post(
        "/api/run/{id}/stop",
        (request, response) -> {
          body(request);
          PageRun run = run(request);
          run.stop("stopped by hand");
          Answers.json(response, RunStatusJson.of(run));
        });
    routing.get(
        "/api/run/{id}/results.json",
        (request, response) -> {
          response.header(HeaderNames.CONTENT_DISPOSITION, "attachment; filename=\"results.json\"");
          Answers.json(response, documents(request).results());
        });
    routing.get(
        "/run/{id}/report",
        (request, response) -> {
          String report = documents(request).report();
          response.headers().set(SecurityFilter.POLICY, ContentPolicy.ofReport(report));
          response.header(HeaderNames.CONTENT_TYPE, "text/html; charset=utf-8");
          response.send(report.getBytes(StandardCharsets.UTF_8));
        });
  }

  private PageRun start(ApiBody body) {
    Tab watcher = tab(body);
    Scenario scenario = scenarios.read(body);
    HopEstimate estimate = HopEstimate.of(scenario);
    if (estimate.hops() > queue.limits().mostHops()) {
      throw new ApiException(
          413,
          "it needs about %,.0f million packet hops, and the workbench runs at most %,.0f million; run it with headroom sim"
              .formatted(estimate.hops() / 1e6, queue.limits().mostHops() / 1e6));
    }
    RunRequest request =
        new RunRequest(scenario, body.text("file", "scenario.yaml"), body.texts("sets"), estimate);
    try {
      return queue.submit(request, watcher);
    } catch (QueueFullException e) {
      throw new ApiException(429, String.valueOf(e.getMessage()));
    }
  }

  private String list() {
    JsonWriter json = JsonWriter.compact().object().array("runs");
    queue.runs().forEach(run -> RunStatusJson.write(json, run));
    return json.endArray().endObject().toString();
  }

  private ApiBody body(ServerRequest request) {
    return ApiBody.parse(bodies.read(request));
  }

  private Tab tab(ApiBody body) {
    return tabs.named(body.text("tab"))
        .orElseThrow(() -> new ApiException(400, "tab: a name of 8 to 64 letters and digits"));
  }

  private PageRun run(ServerRequest request) {
    String id = request.path().pathParameters().get("id");
    if (!id.matches("[0-9]{1,12}")) {
      throw new ApiException(404, "there is no such run");
    }
    return queue
        .run(Long.parseLong(id))
        .orElseThrow(() -> new ApiException(404, "there is no such run, or it is forgotten"));
  }

  private RunDocuments documents(ServerRequest request) {
    return run(request)
        .documents()
        .orElseThrow(() -> new ApiException(409, "the run is not done yet"));
  }
}
