package dev.headroom.formats.host;

import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.ReportedValue;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.kernel.LimitsReader;
import dev.headroom.formats.kernel.SysctlFiles;
import dev.headroom.formats.read.SourceReading;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Host with all facts that its sources report. Its facts must not change any more. */
public final class HostFacts {
  private final String name;
  private final String inputName;
  private final FactSet facts;
  private final List<SourceReading> readings;
  private final Map<Class<?>, Object> views = new ConcurrentHashMap<>();

  /**
   * A host.
   *
   * @param name as its folder, bundle or own outputs call it
   * @param facts of all its sources
   * @param readings what became of each source
   */
  public HostFacts(String name, FactSet facts, List<SourceReading> readings) {
    this(name, name, facts, readings);
  }

  private HostFacts(String name, String cameAs, FactSet facts, List<SourceReading> readings) {
    this.name = name;
    this.inputName = cameAs;
    this.facts = facts;
    this.readings = List.copyOf(readings);
  }

  /** As its folder, bundle or own outputs call it. */
  public String name() {
    return name;
  }

  /** As its folder or bundle was called, where it has another name now; else its name. */
  public String inputName() {
    return inputName;
  }

  /** All that it may be called by: its name, what it came as, and what it calls itself. */
  public List<String> names() {
    return Stream.concat(Stream.of(name, inputName), reportedName().optional().stream())
        .distinct()
        .toList();
  }

  /** Of all its sources. */
  public FactSet facts() {
    return facts;
  }

  /** What became of each source. */
  public List<SourceReading> readings() {
    return readings;
  }

  /**
   * Joins what was read from a host's sources; where two say the same key the earlier counts, and
   * NCCL's own files after all others.
   */
  public static HostFacts of(String name, Collection<SourceReading> readings) {
    FactSet facts = new FactSet();
    readings.stream()
        .sorted(Comparator.comparingInt(HostFacts::overriddenBy))
        .forEach(reading -> facts.add(reading.statements(), reading.source()));
    return new HostFacts(name, facts, List.copyOf(readings));
  }

  /**
   * How many places count before this one: NCCL reads the file in the user's home and then the
   * machine's, and takes of each only variables that are not set yet (NCCL, misc/param.cc).
   */
  private static int overriddenBy(SourceReading reading) {
    String path = reading.source().name();
    return switch (path.substring(path.lastIndexOf('/') + 1)) {
      case "nccl.conf" -> 2;
      case ".nccl.conf" -> 1;
      default -> 0;
    };
  }

  /** What the host calls itself: its host name, or the one in a prompt. */
  public ReportedValue<String> reportedName() {
    return facts
        .text(Subject.host(), "hostname")
        .orElseReported(facts.text(Subject.host(), "prompt.host"))
        .orElseReported(hostName());
  }

  /** The host name that its own files or its configuration give it, and somebody chose. */
  public ReportedValue<String> hostName() {
    return view(SelfReportedName.class, SelfReportedName::of).reportedName();
  }

  /**
   * Something that is worked out of the facts and that many ask for: made once, by whoever asks
   * first. Any number of threads may ask.
   */
  public <V> V view(Class<V> kind, Function<HostFacts, V> maker) {
    Object known = views.get(kind);
    if (known == null) {
      known = maker.apply(this);
      views.put(kind, known);
    }
    return kind.cast(known);
  }

  /** The same under another name. */
  public HostFacts named(String other) {
    return new HostFacts(other, facts, readings);
  }

  /** The same under the name that it gives itself; what it came as is kept beside it. */
  public HostFacts withReportedName(String own) {
    return new HostFacts(own, inputName, facts, readings);
  }

  /** The same machine of which other things are known. */
  public HostFacts with(FactSet other, List<SourceReading> of) {
    return new HostFacts(name, inputName, other, of);
  }

  /** How fast counters grow, where they were read twice. */
  public CounterRates rates() {
    return new CounterRates(facts);
  }

  /** What jobs' logs say, channel by channel. */
  public NcclJobs nccl() {
    return new NcclJobs(facts);
  }

  /** Its PCI functions; made once, since many ask. */
  public PciTree pci() {
    return view(PciTree.class, host -> new PciTree(host.facts()));
  }

  public List<RdmaDevice> rdmaDevices() {
    return facts.subjects(SubjectKind.RDMA).stream()
        .map(subject -> new RdmaDevice(facts, subject))
        .toList();
  }

  /** Whether an RDMA device that nobody names is not there. */
  public boolean areRdmaDevicesComplete() {
    return view(RdmaDeviceCoverage.class, RdmaDeviceCoverage::of).isComplete();
  }

  /**
   * Whom outputs of one of NVIDIA's tools speak of, {@code mlxlink} or {@code mlxconfig}: a device
   * of RDMA, a PCI function, or a name that says neither.
   */
  public List<Subject> subjectsOfTool(String tool) {
    return view(ToolSubjects.class, ToolSubjects::of).tool(tool);
  }

  /** Of all devices, those with ports only included. */
  public List<RdmaPort> rdmaPorts() {
    return facts.subjects(SubjectKind.PORT).stream()
        .map(subject -> new RdmaPort(facts, subject))
        .toList();
  }

  public List<Gpu> gpus() {
    return facts.subjects(SubjectKind.GPU).stream()
        .map(subject -> new Gpu(facts, subject))
        .toList();
  }

  public List<NetDevice> netDevices() {
    return facts.subjects(SubjectKind.NETDEV).stream()
        .map(subject -> new NetDevice(facts, subject))
        .toList();
  }

  /** Interfaces that say how they are bonded. */
  public List<Bond> bonds() {
    return facts.subjects(SubjectKind.NETDEV).stream()
        .map(subject -> new Bond(facts, subject))
        .filter(bond -> bond.mode().isReported())
        .toList();
  }

  /** What lies between GPUs and NICs. */
  public TopoDistances distances() {
    return new TopoDistances(facts);
  }

  /**
   * What the kernel has for a setting, as text ({@code net.ipv4.tcp_rmem} holds three numbers);
   * where only a file was read, what that wants it to be.
   */
  public ReportedValue<String> sysctl(String name) {
    Subject setting = new Subject(SubjectKind.SYSCTL, name);
    return facts.text(setting, "value").orElseReported(SysctlFiles.lastSetting(facts, setting));
  }

  /** Whether a module is loaded; not said where no list of modules was read. */
  public ReportedValue<Boolean> moduleLoaded(String name) {
    ReportedValue<String> loaded = facts.text(Subject.module(name), "size");
    return loaded.isReported()
        ? loaded.map(_ -> true)
        : facts.text(Subject.host(), "modules.listed").map(_ -> false);
  }

  /**
   * A limit of processes, in its own unit, or "unlimited": a job's or shell's, and that of process
   * 1 only where there is no other.
   */
  public ReportedValue<String> limit(String name) {
    return facts
        .text(new Subject(SubjectKind.LIMIT, name), "soft")
        .orElseReported(facts.text(LimitsReader.ofFirstProcess(name), "soft"));
  }

  /** Whether a limit that is known is that of process 1 alone. */
  public boolean isLimitOfFirstProcess(String name) {
    return facts.first(new Subject(SubjectKind.LIMIT, name), "soft").isEmpty();
  }

  /** What the limit is counted in, where its own line says so: {@code bytes}, {@code kbytes}. */
  public Optional<String> unitOfLimit(String name) {
    return limit(name)
        .findEvidence()
        .flatMap(where ->
            Stream.of(new Subject(SubjectKind.LIMIT, name), LimitsReader.ofFirstProcess(name))
                .flatMap(subject -> facts.all(subject, "unit").stream())
                .filter(fact -> fact.evidence().equals(where))
                .map(Fact::value)
                .findFirst());
  }

  public ReportedValue<String> environment(String variable) {
    return facts.text(new Subject(SubjectKind.ENV, variable), "value");
  }

  /** Whether a variable of the job that nobody names is not set. */
  public boolean isEnvironmentComplete() {
    return view(JobVariableCoverage.class, JobVariableCoverage::of).isComplete();
  }
}
