package dev.headroom.prove.evidence;

import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Conversion between entries and the JSON of a record: its number, its kind, its members. */
final class EvidenceCodec {
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build();

  private static final Map<String, Class<? extends Entry>> KINDS =
      Map.of(
          "plan", Entry.Planned.class,
          "started", Entry.Started.class,
          "checked", Entry.Checked.class,
          "collective", Entry.Collective.class,
          "began", Entry.Began.class,
          "sampled", Entry.Sampled.class,
          "ended", Entry.Ended.class,
          "stopped", Entry.Stopped.class,
          "closed", Entry.Closed.class);

  private static final Map<Class<? extends Entry>, String> NAMES =
      KINDS.entrySet().stream().collect(Collectors.toMap(Map.Entry::getValue, Map.Entry::getKey));

  private EvidenceCodec() {}

  static byte[] write(long number, Entry entry) {
    ObjectNode members = JSON.valueToTree(entry);
    ObjectNode all = JSON.createObjectNode();
    all.put("n", number).put("kind", NAMES.getOrDefault(entry.getClass(), ""));
    all.setAll(members);
    return JSON.writeValueAsBytes(all);
  }

  /** A record's number; below 0 where it has none. */
  static long number(JsonNode record) {
    return record.path("n").asLong(-1);
  }

  static JsonNode parse(byte[] json) {
    try {
      return JSON.readTree(json);
    } catch (JacksonException _) {
      throw new EvidenceException("it is not JSON");
    }
  }

  static Entry read(JsonNode record) {
    Class<? extends Entry> kind = KINDS.get(record.path("kind").asString(""));
    if (kind == null || !(record instanceof ObjectNode members)) {
      throw new EvidenceException("it is of no known kind");
    }
    ObjectNode own = members.deepCopy();
    own.remove("n");
    own.remove("kind");
    try {
      return JSON.treeToValue(own, kind);
    } catch (JacksonException _) {
      throw new EvidenceException("its members are not those of its kind");
    }
  }
}
