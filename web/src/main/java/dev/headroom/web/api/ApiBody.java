package dev.headroom.web.api;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Body of a request: a JSON object. */
public final class ApiBody {
  private static final int DEEPEST = 8;
  private static final int MOST_TEXTS = 200;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEEPEST).build())
                  .build())
          .build();

  private final JsonNode root;

  private ApiBody(JsonNode root) {
    this.root = root;
  }

  /**
   * @throws ApiException if it is none
   */
  public static ApiBody parse(byte[] body) {
    try {
      JsonNode root = JSON.readTree(body);
      if (root.isObject()) {
        return new ApiBody(root);
      }
    } catch (JacksonException e) {
      throw new ApiException(400, "the body is not JSON" + place(e));
    }
    throw new ApiException(400, "the body must be a JSON object");
  }

  /** Where it ends to be JSON; the library's own words name its classes. */
  private static String place(JacksonException e) {
    return e.getLocation() == null || e.getLocation().getLineNr() < 1
        ? ""
        : ": line %d, column %d"
            .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
  }

  /** A text that must be there. */
  public String text(String name) {
    JsonNode value = root.path(name);
    if (!value.isString()) {
      throw new ApiException(400, name + ": it must be a text");
    }
    return value.stringValue();
  }

  /** A text, or another where there is none. */
  public String text(String name, String otherwise) {
    return root.has(name) ? text(name) : otherwise;
  }

  /** A list of texts; empty where there is none. */
  public List<String> texts(String name) {
    JsonNode value = root.path(name);
    List<String> texts = new ArrayList<>();
    if (!value.isMissingNode()) {
      if (!value.isArray() || value.size() > MOST_TEXTS) {
        throw new ApiException(
            400, name + ": it must be a list of at most " + MOST_TEXTS + " texts");
      }
      for (JsonNode each : value) {
        if (!each.isString()) {
          throw new ApiException(400, name + ": each of them must be a text");
        }
        texts.add(each.stringValue());
      }
    }
    return List.copyOf(texts);
  }

  /** A whole number, at least 0; another where there is none. */
  public long number(String name, long otherwise) {
    JsonNode value = root.path(name);
    if (value.isMissingNode()) {
      return otherwise;
    }
    if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
      throw new ApiException(400, name + ": it must be a whole number, 0 or more");
    }
    return value.longValue();
  }
}
