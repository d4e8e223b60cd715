package dev.headroom.web.server;

import dev.headroom.model.scenario.Scenario;
import dev.headroom.run.HopEstimate;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.run.summary.RunSummary;
import dev.headroom.sim.fabric.UnrunnableScenarioException;
import dev.headroom.web.api.ApiBody;
import dev.headroom.web.api.ApiException;
import dev.headroom.web.api.JourneysDocument;
import dev.headroom.web.api.LiveDocument;
import dev.headroom.web.api.ServedFolder;
import dev.headroom.web.api.ServedScenarios;
import dev.headroom.web.job.FollowedRun;
import dev.headroom.web.job.LiveRuns;
import dev.headroom.web.job.QueueFullException;
import dev.headroom.web.job.Tab;
import dev.headroom.web.job.Tabs;
import dev.headroom.web.path.DataPathJson;
import io.helidon.webserver.http.HttpRouting;
import io.helidon.webserver.http.ServerRequest;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/** Routes of short runs: those that follow a slider, and those of which a flow is followed. */
final class LiveRoutes {
  /** Longer runs are for a button. */
  private static final double MOST_HOPS = 4_000_000;

  private final BoundedBody bodies;
  private final ServedScenarios scenarios;
  private final LiveRuns live;
  private final Tabs tabs;

  LiveRoutes(BoundedBody bodies, ServedFolder folder, LiveRuns live, Tabs tabs) {
    this.bodies = bodies;
    this.scenarios = new ServedScenarios(folder);
    this.live = live;
    this.tabs = tabs;
  }

  void addTo(HttpRouting.Builder routing) {
    routing.post(
        "/api/live",
        (request, response) -> Answers.json(response, LiveDocument.of(run(request, true))));
    routing.post(
        "/api/journeys",
        (request, response) -> Answers.json(response, JourneysDocument.of(follow(request))));
    routing.post(
        "/api/figures",
        (request, response) -> {
          JsonWriter json = JsonWriter.compact().object();
          LiveDocument.figures(json, run(request, false));
          Answers.json(response, json.endObject().toString());
        });
    routing.post("/api/path", (request, response) -> Answers.json(response, path(request)));
  }

  /** The path through a host of a run that is made for it. */
  private String path(ServerRequest request) {
    ApiBody body = ApiBody.parse(bodies.read(request));
    String host = body.text("host", "");
    String to = body.text("to", "");
    RunSummary summary = run(body, true);
    try {
      return DataPathJson.of(summary, host, to);
    } catch (IllegalArgumentException e) {
      throw new ApiException(422, String.valueOf(e.getMessage()));
    }
  }

  private RunSummary run(ServerRequest request, boolean replaces) {
    return run(ApiBody.parse(bodies.read(request)), replaces);
  }

  private RunSummary run(ApiBody body, boolean replaces) {
    Optional<Tab> tab = tabs.named(body.text("tab"));
    Scenario scenario = scenarios.read(body);
    return answered(
        scenario,
        () ->
            replaces && tab.isPresent()
                ? live.newest(tab.get(), scenario)
                : live.make(scenario, () -> true));
  }

  private FollowedRun follow(ServerRequest request) {
    ApiBody body = ApiBody.parse(bodies.read(request));
    Scenario scenario = scenarios.read(body);
    int flow = (int) Math.min(Integer.MAX_VALUE, body.number("flow", 0));
    return answered(scenario, () -> live.follow(scenario, flow));
  }

  /** What may end a run before its time. */
  private interface Work<T> {
    T done() throws InterruptedException, QueueFullException;
  }

  private static <T> T answered(Scenario scenario, Work<T> work) {
    double hops = HopEstimate.of(scenario).hops();
    if (hops > MOST_HOPS) {
      throw new ApiException(
          413,
          "it needs about %,.1f million packet hops, too many to run while a slider moves (at most %,.0f million); use Run"
              .formatted(hops / 1e6, MOST_HOPS / 1e6));
    }
    try {
      return work.done();
    } catch (CancellationException e) {
      throw new ApiException(409, "a newer run has taken its place, or it took too long");
    } catch (QueueFullException e) {
      throw new ApiException(429, String.valueOf(e.getMessage()));
    } catch (UnrunnableScenarioException e) {
      throw new ApiException(
          422, e.getMessage() == null ? "the scenario cannot be run" : e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(503, "the server ends");
    }
  }
}
