package dev.headroom.web.server;

import dev.headroom.run.cache.RunCache;
import dev.headroom.run.claims.Claim;
import dev.headroom.run.claims.ClaimExample;
import dev.headroom.run.claims.ClaimRunSource;
import dev.headroom.run.claims.ClaimVerdict;
import dev.headroom.run.claims.Claims;
import dev.headroom.run.claims.ClaimsJson;
import dev.headroom.run.claims.SourceAssessment;
import dev.headroom.run.json.JsonWriter;
import dev.headroom.web.api.ApiBody;
import dev.headroom.web.api.ApiException;
import dev.headroom.web.glossary.GlossaryJson;
import dev.headroom.web.glossary.GlossaryReader;
import dev.headroom.web.job.Tab;
import dev.headroom.web.job.TabProgress;
import dev.headroom.web.job.Tabs;
import dev.headroom.web.report.CheatSheetPage;
import io.helidon.webserver.http.HttpRouting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Routes of what is looked up: the glossary, and claims with their measurements. */
final class ReferenceRoutes implements AutoCloseable {
  private static final int MOST_WAITING = 8;

  private final ServerSettings settings;
  private final BoundedBody bodies;
  private final Tabs tabs;
  private final Supplier<String> glossary =
      new Once<>(() -> GlossaryJson.of(GlossaryReader.builtIn()));
  private final ThreadPoolExecutor worker =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new ArrayBlockingQueue<>(MOST_WAITING),
          Thread.ofPlatform().daemon().name("claims").factory());
  private volatile boolean isClosed;
  private volatile BooleanSupplier isOver = () -> false;

  /** Used by the worker alone; claims share runs. */
  private final ClaimRunSource runs =
      ClaimRunSource.caching(
          ClaimExample::scenario, () -> isClosed || isOver.getAsBoolean(), RunCache.none());

  /**
   * @param tabs that are told of progress
   */
  ReferenceRoutes(ServerSettings settings, BoundedBody bodies, Tabs tabs) {
    this.settings = settings;
    this.tabs = tabs;
    this.bodies = bodies;
  }

  void addTo(HttpRouting.Builder routing) {
    routing.get("/api/glossary", (request, response) -> Answers.json(response, glossary.get()));
    routing.get("/api/claims", (request, response) -> Answers.json(response, claims()));
    routing.post(
        "/api/claim",
        (request, response) -> {
          ApiBody body = ApiBody.parse(bodies.read(request));
          Claim claim = named(body.text("id"));
          Answers.json(response, ClaimsJson.of(measured(List.of(claim), tab(body))));
        });
    routing.post(
        "/api/cheat-sheet",
        (request, response) -> {
          ApiBody body = ApiBody.parse(bodies.read(request));
          List<Claim> claims = Claims.all().stream().filter(ReferenceRoutes::isOfSheet).toList();
          Answers.json(response, CheatSheetPage.data(measured(claims, tab(body))));
        });
  }

  private static String claims() {
    JsonWriter json = JsonWriter.compact().object().array("claims");
    for (Claim claim : Claims.all()) {
      json.object()
          .put("id", claim.id())
          .put("claim", claim.words())
          .put("source", SourceAssessment.citation(claim));
      switch (claim) {
        case Claim.Numeric numeric ->
            json.put("article", numeric.stated().words())
                .put("boundChosenHere", numeric.stated().isBoundAssumed())
                .put("how", numeric.how())
                .put("isTestable", true);
        case Claim.Untestable untestable ->
            json.put("article", "")
                .put("how", "not testable: " + untestable.why())
                .put("isTestable", false);
      }
      json.endObject();
    }
    return json.endArray().endObject().toString();
  }

  private static boolean isOfSheet(Claim claim) {
    return CheatSheetPage.claims().stream().anyMatch(each -> claim.id().matches(each + "[a-z]?"));
  }

  private static Claim named(String id) {
    return Claims.all().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new ApiException(404, "there is no claim '" + id + "'"));
  }

  /** The tab that asks, where it says so. */
  private Optional<Tab> tab(ApiBody body) {
    return tabs.named(body.text("tab", ""));
  }

  /** The verdicts as {@code headroom claims --only ID} has them. */
  private List<ClaimVerdict> measured(List<Claim> claims, Optional<Tab> tab) {
    try {
      return worker.submit(() -> now(claims, tab)).get();
    } catch (RejectedExecutionException e) {
      throw new ApiException(429, MOST_WAITING + " claims wait already; try again later");
    } catch (ExecutionException e) {
      if (e.getCause() instanceof CancellationException) {
        throw new ApiException(
            409, "it took too long, or the page that asked is closed, or the server ends");
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ApiException(503, "the server ends");
    }
  }

  /** On the worker alone. */
  private List<ClaimVerdict> now(List<Claim> claims, Optional<Tab> tab) {
    long endNanos = System.nanoTime() + settings.limits().longest().toNanos();
    isOver = () -> System.nanoTime() - endNanos > 0 || tab.filter(tabs::isGone).isPresent();
    Consumer<String> progress = TabProgress.of(tab, "claim");
    List<ClaimVerdict> verdicts = new ArrayList<>();
    for (Claim claim : claims) {
      AtomicInteger asked = new AtomicInteger();
      long began = System.nanoTime();
      verdicts.add(
          ClaimVerdict.of(
              claim,
              example -> {
                progress.accept(
                    "%s: run %d, %.0f s so far"
                        .formatted(
                            claim.id(),
                            asked.incrementAndGet(),
                            (System.nanoTime() - began) / 1e9));
                return runs.of(example);
              }));
    }
    return verdicts;
  }

  @Override
  public void close() {
    isClosed = true;
    worker.shutdownNow();
  }
}
