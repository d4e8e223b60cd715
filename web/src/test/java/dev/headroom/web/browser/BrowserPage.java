package dev.headroom.web.browser;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A page of a browser: it goes to addresses, evaluates scripts, presses keys. */
public final class BrowserPage implements AutoCloseable, WebSocket.Listener {
  /** A quick machine audits a thousand hosts in seconds, a busy one in minutes. */
  private static final long ANSWER_SECONDS = 300;

  private static final int HEIGHT = 900;

  /** Roles of WAI-ARIA that are of no use without a name. */
  private static final Set<String> NAMED =
      Set.of(
          "button",
          "link",
          "textbox",
          "searchbox",
          "combobox",
          "checkbox",
          "slider",
          "image",
          "grid",
          "heading",
          "table",
          "progressbar");

  private final Map<Integer, CompletableFuture<JsonNode>> asked = new ConcurrentHashMap<>();
  private final AtomicInteger lastId = new AtomicInteger();
  private final List<String> errors = new CopyOnWriteArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  /** Requests that have no whole answer yet, by the browser's name of each. */
  private final Set<String> pending = ConcurrentHashMap.newKeySet();

  private final StringBuilder message = new StringBuilder();
  private @Nullable WebSocket socket;

  private BrowserPage() {}

  static BrowserPage connect(HttpClient client, URI address, int width, boolean dark) {
    BrowserPage page = new BrowserPage();
    page.socket = client.newWebSocketBuilder().buildAsync(address, page).join();
    for (String domain : new String[] {"Page", "Runtime", "Log", "Network"}) {
      page.send(domain + ".enable", Map.of());
    }
    page.resize(width);
    page.send(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    return page;
  }

  /** Errors that the page wrote to its console, faults against its policy included. */
  public List<String> errors() {
    return List.copyOf(errors);
  }

  /** Addresses that it asked for. */
  public List<String> requests() {
    return List.copyOf(requests);
  }

  public void resize(int width) {
    resize(width, 1);
  }

  /** A window that is enlarged: of so many pixels of the page, each of several of the screen. */
  public void resize(int width, int zoom) {
    resize(width, HEIGHT, zoom);
  }

  private void resize(int width, int height, int zoom) {
    send(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", zoom, "mobile", false));
  }

  /** Whether the reader's system asks for no motion; new pages say that it does. */
  public void reduceMotion(boolean reduce) {
    send(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(
                Map.of(
                    "name",
                    "prefers-reduced-motion",
                    "value",
                    reduce ? "reduce" : "no-preference"))));
  }

  public void go(String address) {
    send("Page.navigate", Map.of("url", address));
  }

  /** Shows it: a browser draws nothing of a page behind another. */
  public void show() {
    send("Page.bringToFront", Map.of());
  }

  /** Loads the page anew, and waits until nothing of the old one can be asked. */
  public void reload() throws InterruptedException {
    evaluate("window.isOfBefore = true");
    send("Page.reload", Map.of());
    await("!window.isOfBefore && document.readyState === 'complete'");
  }

  /** Whether all that it asked for has come, but for its stream of events. */
  public boolean isServed() {
    return pending.isEmpty();
  }

  /** The value of an expression; a promise is waited for. */
  public JsonNode evaluate(String script) {
    JsonNode answer =
        send(
            "Runtime.evaluate",
            Map.of(
                "expression",
                script,
                "awaitPromise",
                true,
                "returnByValue",
                true,
                "userGesture",
                true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(script + ": " + answer.path("exceptionDetails"));
    }
    return answer.path("result").path("value");
  }

  /** Waits until an expression is true. */
  public void await(String condition) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(ANSWER_SECONDS);
    while (!isTrue(condition)) {
      if (System.nanoTime() > end) {
        throw new AssertionError(
            "never came to be: "
                + condition
                + "; errors "
                + errors
                + "; page "
                + evaluate("document.body.innerText.slice(0, 1500)"));
      }
      Thread.sleep(30);
    }
  }

  /** False too while the page is between two documents. */
  private boolean isTrue(String condition) {
    JsonNode answer =
        send(
            "Runtime.evaluate",
            Map.of("expression", "!!(" + condition + ")", "returnByValue", true));
    return answer.path("result").path("value").asBoolean(false);
  }

  /** Presses a key, as DOM names it: {@code ArrowRight}. */
  public void press(String key, int code) {
    for (String type : new String[] {"rawKeyDown", "keyUp"}) {
      send(
          "Input.dispatchKeyEvent",
          Map.of(
              "type",
              type,
              "key",
              key,
              "code",
              key,
              "windowsVirtualKeyCode",
              code,
              "nativeVirtualKeyCode",
              code));
    }
  }

  /** Types a text where the focus is. */
  public void type(String text) {
    send("Input.insertText", Map.of("text", text));
  }

  /** Roles of what a screen reader says without a name: fields, buttons, pictures. */
  public List<String> unnamed() {
    List<String> roles = new ArrayList<>();
    for (JsonNode node : accessibleNodes()) {
      String role = node.path("role").path("value").asString("");
      if (NAMED.contains(role)
          && !node.path("ignored").asBoolean(false)
          && node.path("name").path("value").asString("").isBlank()) {
        roles.add(role + " " + node.path("description").path("value").asString(""));
      }
    }
    return roles;
  }

  /** Names that several buttons have, so that a list of buttons does not tell them apart. */
  public List<String> repeatedButtons() {
    Set<String> names = new HashSet<>();
    List<String> repeated = new ArrayList<>();
    for (JsonNode node : accessibleNodes()) {
      String name = node.path("name").path("value").asString("");
      if (node.path("role").path("value").asString("").equals("button") && !names.add(name)) {
        repeated.add(name);
      }
    }
    return repeated;
  }

  /** Words of drawings that stand out of them, and elements that stand out of the window. */
  public String cutWords() {
    return evaluate(
            """
            (() => {
              const isBeyond = (one, other) => one.width > 0 && (one.right > other.right + 1 || one.left < other.left - 1);
              const isScrolled = each => /auto|scroll|hidden/.test(getComputedStyle(each).overflowX) || each.parentElement && isScrolled(each.parentElement);
              const text = [...document.querySelectorAll('main svg text')]
                .filter(each => isBeyond(each.getBoundingClientRect(), each.ownerSVGElement.getBoundingClientRect()));
              const rest = [...document.querySelectorAll('main *, nav *')].filter(each => !isScrolled(each)
                && isBeyond(each.getBoundingClientRect(), {left: 0, right: innerWidth}));
              return [...text, ...rest].map(each => each.textContent || each.outerHTML).join('; ');
            })()
            """)
        .stringValue();
  }

  /** The browser's accessibility tree, as nodes with identities of parents and children. */
  JsonNode accessibleNodes() {
    return send("Accessibility.getFullAXTree", Map.of()).path("nodes");
  }

  /** How many pages of A4 paper it takes when it is printed. */
  public int printedPages() {
    JsonNode printed = send("Page.printToPDF", Map.of("paperWidth", 8.27, "paperHeight", 11.69));
    String document =
        new String(
            Base64.getDecoder().decode(printed.path("data").stringValue()),
            StandardCharsets.ISO_8859_1);
    return Math.toIntExact(
        Pattern.compile("/Type\\s*/Page\\b").matcher(document).results().count());
  }

  /** Chooses files, or a folder, in a field for them. */
  public void choose(String selector, Path... files) {
    int root = send("DOM.getDocument", Map.of()).path("root").path("nodeId").asInt(0);
    int node =
        send("DOM.querySelector", Map.of("nodeId", root, "selector", selector))
            .path("nodeId")
            .asInt(0);
    send(
        "DOM.setFileInputFiles",
        Map.of(
            "nodeId",
            node,
            "files",
            Stream.of(files).map(file -> file.toAbsolutePath().normalize().toString()).toList()));
  }

  /** Drops files, or a folder, on an element, as a mouse does that brings them from outside. */
  public void drop(String selector, Path... files) {
    JsonNode place =
        evaluate(
            "(each => ({x: each.left + each.width / 2, y: each.top + each.height / 2}))"
                + "(document.querySelector('%s').getBoundingClientRect())".formatted(selector));
    List<String> paths =
        Stream.of(files).map(file -> file.toAbsolutePath().normalize().toString()).toList();
    for (String type : new String[] {"dragEnter", "dragOver", "drop"}) {
      send(
          "Input.dispatchDragEvent",
          Map.of(
              "type",
              type,
              "x",
              place.path("x").asDouble(0),
              "y",
              place.path("y").asDouble(0),
              "data",
              Map.of("items", List.of(), "files", paths, "dragOperationsMask", 1)));
    }
  }

  /** All of the page, as a picture. */
  public void screenshot(Path file) throws IOException {
    screenshot(
        file,
        Math.clamp(evaluate("document.documentElement.scrollHeight").asInt(HEIGHT), HEIGHT, 4_000));
  }

  /** Its upper part, as a picture: that of a window so high. */
  public void screenshot(Path file, int height) throws IOException {
    int width = evaluate("innerWidth").asInt(1400);
    resize(width, height, 1);
    JsonNode picture =
        send(
            "Page.captureScreenshot",
            Map.of(
                "captureBeyondViewport",
                true,
                "clip",
                Map.of("x", 0, "y", 0, "width", width, "height", height, "scale", 1)));
    resize(width);
    Files.write(file, Base64.getDecoder().decode(picture.path("data").stringValue()));
  }

  private JsonNode send(String method, Map<String, ?> parameters) {
    int id = lastId.incrementAndGet();
    CompletableFuture<JsonNode> answer = new CompletableFuture<>();
    asked.put(id, answer);
    ObjectNode request = DevTools.JSON.createObjectNode();
    request.put("id", id).put("method", method);
    request.set("params", DevTools.JSON.valueToTree(parameters));
    WebSocket open = socket;
    if (open == null) {
      throw new IllegalStateException("not connected");
    }
    open.sendText(request.toString(), true).join();
    try {
      return answer.get(ANSWER_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (ExecutionException | TimeoutException e) {
      throw new AssertionError(method + " has no answer", e);
    }
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    message.append(data);
    if (last) {
      JsonNode whole = DevTools.JSON.readTree(message.toString());
      message.setLength(0);
      heard(whole);
    }
    from.request(1);
    return null;
  }

  private void heard(JsonNode whole) {
    JsonNode parameters = whole.path("params");
    switch (whole.path("method").asString("")) {
      case "Runtime.exceptionThrown" -> errors.add(parameters.path("exceptionDetails").toString());
      case "Log.entryAdded" -> {
        if (parameters.path("entry").path("level").asString("").equals("error")) {
          errors.add(
              parameters.path("entry").path("text").asString("")
                  + " "
                  + parameters.path("entry").path("url").asString(""));
        }
      }
      case "Runtime.consoleAPICalled" -> {
        if (parameters.path("type").asString("").equals("error")) {
          errors.add(parameters.path("args").toString());
        }
      }
      case "Network.requestWillBeSent" -> {
        requests.add(parameters.path("request").path("url").asString(""));
        if (!parameters.path("type").asString("").equals("EventSource")) {
          pending.add(parameters.path("requestId").asString(""));
        }
      }
      case "Network.loadingFinished", "Network.loadingFailed" ->
          pending.remove(parameters.path("requestId").asString(""));
      default -> {
        CompletableFuture<JsonNode> answer = asked.remove(whole.path("id").asInt(0));
        if (answer != null) {
          answer.complete(whole.path("result"));
        }
      }
    }
  }

  /** Closes its tab too: one that stays open goes on with its runs beside the pages after it. */
  @Override
  public void close() {
    WebSocket open = socket;
    if (open != null) {
      if (!open.isOutputClosed()) {
        send("Page.close", Map.of());
      }
      open.abort();
    }
  }
}
