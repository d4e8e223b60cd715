package dev.headroom.formats.json;

import dev.headroom.formats.amd.AmdJson;
import dev.headroom.formats.benchmark.NcclTestsJson;
import dev.headroom.formats.ethernet.DcbJson;
import dev.headroom.formats.ethernet.EthtoolJson;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.nvidia.DcgmDiagJson;
import dev.headroom.formats.rdma.MlxlinkJson;
import dev.headroom.formats.rdma.RdmaJson;
import dev.headroom.formats.read.FactSink;
import dev.headroom.formats.read.TextLine;
import dev.headroom.formats.switches.vendors.SwitchJson;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** Values of one JSON document, in the order of its parser. */
final class JsonFacts {
  private static final Pattern NEIGHBOR =
      Pattern.compile(
          "lldp\\|interface(?:\\|\\d+)?\\|([^|]+)\\|(chassis|port)(?:\\|([^|]+))?\\|id");

  /** {@code lldpctl -f json0}: each thing is a list, and names are values. */
  private static final Pattern NEIGHBOR_IN_LISTS =
      Pattern.compile(
          "(lldp\\|\\d+\\|interface\\|\\d+)\\|(?:(chassis\\|\\d+\\|name)|port\\|\\d+\\|id)\\|\\d+");

  private final List<TextLine> lines;
  private final FactSink sink;
  private final String command;
  private final Optional<Subject> dcb;
  private final SwitchJson switches;
  private final Deque<Container> containers = new ArrayDeque<>();

  /**
   * Of the lines of a document.
   *
   * @param command that printed it, or blank
   */
  JsonFacts(List<TextLine> lines, String command, FactSink sink) {
    this.lines = lines;
    this.sink = sink;
    this.command = command;
    this.dcb = DcbJson.netdev(command);
    this.switches = new SwitchJson(sink);
  }

  void read(JsonParser parser) {
    while (true) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        return;
      }
      switch (token) {
        case START_OBJECT, START_ARRAY -> start(parser, token == JsonToken.START_ARRAY);
        case END_OBJECT, END_ARRAY -> {
          flush(containers.pop());
          if (containers.isEmpty()) {
            return;
          }
        }
        case PROPERTY_NAME -> containers.element().named(parser.currentName(), line(parser));
        default -> value(parser);
      }
    }
  }

  private void start(JsonParser parser, boolean array) {
    Container above = containers.peek();
    Container here =
        above != null && above.isEntry()
            ? new Container(above.path, array, line(parser))
            : new Container(above == null ? "" : above.path(), array, line(parser));
    if (above != null) {
      TextLine line = above.array ? line(parser) : above.nameLine;
      above.addMember(new Said(line, above.key(), array ? "[...]" : "{...}"));
      above.count++;
    }
    containers.push(here);
  }

  private void value(JsonParser parser) {
    Container here = containers.peek();
    if (here != null) {
      Said said = new Said(line(parser), here.key(), parser.getString());
      here.addMember(said);
      here.gpu = said.key().equals("gpu") ? said.value() : here.gpu;
      here.count++;
    }
  }

  private TextLine line(JsonParser parser) {
    int number = parser.currentTokenLocation().getLineNr();
    return lines.get(Math.clamp(number - 1, 0, lines.size() - 1));
  }

  /** What was read of a document that breaks off counts too. */
  void finish() {
    while (!containers.isEmpty()) {
      flush(containers.pop());
    }
    switches.finish();
  }

  private void flush(Container container) {
    Subject subject = container.subject();
    String netdev = netdev();
    String device = netdev.isEmpty() ? container.value("ifname") : netdev;
    boolean autonegotiates = !container.value("autonegotiate").isEmpty();
    boolean hasInterrupts = !container.value("rx-usecs").isEmpty();
    boolean isRings = command.matches(".*\\bethtool\\b.* (-g|--show-ring)\\b.*");
    for (Said said : container.members) {
      sink.add(said.line(), subject, said.key(), said.value());
      neighbor(container, said);
      RdmaJson.addNormalized(said.line(), command, subject, said.key(), said.value(), sink);
      MlxlinkJson.addNormalized(
          said.line(), command, container.path, said.key(), said.value(), sink);
      EthtoolJson.addNormalized(
          said.line(),
          device,
          container.path,
          autonegotiates,
          hasInterrupts,
          isRings,
          said.key(),
          said.value(),
          sink);
      dcb.ifPresent(asked ->
          DcbJson.addListValue(
              said.line(),
              asked,
              container.path,
              said.key(),
              said.value(),
              container::value,
              sink));
      KernelCountersJson.addCounter(
          said.line(), container.path, netdev, said.key(), said.value(), sink);
      NcclTestsJson.addNormalized(said.line(), container.path, said.key(), said.value(), sink);
      switches.take(said.line(), container.path, container::value, said.key(), said.value());
    }
    if (!container.members.isEmpty()) {
      TextLine first = container.members.getFirst().line();
      NcclTestsJson.ranks(first, container.path, name -> value(container, name), sink);
    }
    AmdJson.gpuAt(container.path)
        .ifPresentOrElse(
            card ->
                container.members.forEach(
                    said -> AmdJson.ofCard(said.line(), card, said.key(), said.value(), sink)),
            () -> amdGpu(container));
    DcgmDiagJson.test(container.path).ifPresent(test -> diagnostic(container, test));
  }

  /** A result of {@code dcgmi diag}: its test is named above it, its device in it. */
  private void diagnostic(Container container, String test) {
    Container result = within(container, DcgmDiagJson.result(container.path));
    String device =
        DcgmDiagJson.device(
            result.value("entity_group"),
            result.value("entity_id").isEmpty()
                ? result.value("gpu_id")
                : result.value("entity_id"),
            result.value("gpu_ids"));
    String name = within(container, test).value("name");
    container.members.forEach(said ->
        DcgmDiagJson.addResult(
            said.line(), container.path, name, device, said.key(), said.value(), sink));
  }

  /** What is being read at a path, which is that of a container or of one around it. */
  private Container within(Container container, String path) {
    return containers.stream().filter(each -> each.path.equals(path)).findFirst().orElse(container);
  }

  /** The interface that what is being read is about, if it stands within one's object. */
  private String netdev() {
    return containers.stream()
        .map(each -> each.value("ifname"))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** What the object says of a name, or one that it is part of; blank if none does. */
  private String value(Container container, String name) {
    return Stream.concat(Stream.of(container), containers.stream())
        .map(each -> each.value(name))
        .filter(value -> !value.isEmpty())
        .findFirst()
        .orElse("");
  }

  /** What amd-smi says of a GPU stands in the object that has its number, or deeper. */
  private void amdGpu(Container container) {
    Container gpu = container;
    Iterator<Container> above = containers.iterator();
    while (gpu.gpu.isEmpty() || !AmdJson.isGpu(gpu.path, gpu.gpu)) {
      if (!above.hasNext()) {
        return;
      }
      gpu = above.next();
    }
    String number = gpu.gpu;
    String way = container.path.substring(gpu.path.length());
    String unit = container.value("unit");
    for (Said said : container.members) {
      if (said.key().equals("value") && !unit.isEmpty()) {
        AmdJson.ofGpu(said.line(), number, way.substring(1), said.value() + " " + unit, sink);
      } else if (!said.value().matches("\\{\\.\\.\\.}|\\[\\.\\.\\.]") && unit.isEmpty()) {
        String part = (way + "|" + said.key()).substring(1);
        AmdJson.ofGpu(said.line(), number, part, said.value(), sink);
      }
    }
  }

  /** {@code lldpctl -f json} says of each interface what its text does. */
  private void neighbor(Container container, Said said) {
    String path = container.path;
    if (!path.startsWith("lldp|") || !said.key().equals("value")) {
      return;
    }
    Matcher listed = NEIGHBOR_IN_LISTS.matcher(path);
    if (listed.matches()) {
      Subject netdev = Subject.netdev(within(container, listed.group(1)).value("name"));
      sink.add(
          said.line(),
          netdev,
          listed.group(2) == null ? "neighbor.port" : "neighbor.switch",
          said.value());
    }
    Matcher id = NEIGHBOR.matcher(path);
    if (id.matches()) {
      Subject netdev = Subject.netdev(id.group(1));
      if (id.group(2).equals("port")) {
        sink.add(said.line(), netdev, "neighbor.port", said.value());
      } else {
        sink.add(
            said.line(),
            netdev,
            "neighbor.switch",
            id.group(3) == null ? said.value() : id.group(3));
      }
    }
  }

  private record Said(TextLine line, String key, String value) {}

  private static final class Container {
    final String path;
    final boolean array;
    final List<Said> members = new ArrayList<>();

    /** What was said first under each name: asked for by everything in it. */
    private final Map<String, String> first = new HashMap<>();

    String name = "";

    /** Where that name stands: what it names may begin on the next line. */
    TextLine nameLine;

    /** What it says of {@code gpu}: asked for by everything in it. */
    String gpu = "";

    int count;

    Container(String path, boolean array, TextLine begin) {
      this.path = path;
      this.array = array;
      this.nameLine = begin;
    }

    void named(String key, TextLine line) {
      name = key;
      nameLine = line;
    }

    String key() {
      return array ? String.valueOf(count) : name;
    }

    /**
     * Whether what begins here is the value of an entry of Redis as {@code redis-dump} writes one,
     * and with it {@code sonic-db-dump}: the value stands for the entry.
     */
    boolean isEntry() {
      return !array && name.equals("value") && value("type").equals("hash");
    }

    String path() {
      return path.isEmpty() ? key() : path + "|" + key();
    }

    /** Tools of iproute2 name what an object is about in it. */
    Subject subject() {
      if (value("value").equals("{...}") && value("type").equals("hash")) {
        return new Subject(SubjectKind.ITEM, "redis|" + path);
      }
      String ifname = value("ifname");
      if (ifname.isEmpty() || array) {
        return new Subject(SubjectKind.ITEM, path.isEmpty() ? "json" : path);
      }
      String port = value("port");
      if (!port.isEmpty()) {
        return Subject.port(ifname, port);
      }
      return value("node_guid").isEmpty() ? Subject.netdev(ifname) : Subject.rdma(ifname);
    }

    void addMember(Said one) {
      members.add(one);
      first.putIfAbsent(one.key(), one.value());
    }

    private String value(String key) {
      return first.getOrDefault(key, "");
    }
  }
}
