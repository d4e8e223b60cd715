package dev.headroom.audit.container;

import dev.headroom.formats.fact.Evidence;
import dev.headroom.formats.fact.Fact;
import dev.headroom.formats.fact.FactSet;
import dev.headroom.formats.fact.Subject;
import dev.headroom.formats.fact.SubjectKind;
import dev.headroom.formats.host.HostFacts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Resources and settings that a pod's manifest requests (Kubernetes API reference, core/v1 Pod).
 */
record PodFacts(FactSet facts, Subject pod) {
  private static final Pattern GPUS =
      Pattern.compile(".*resources\\.(?:limits|requests)\\.(?:nvidia|amd)\\.com/gpu");

  /**
   * Resources of RDMA's device plugins: rdma/..., nvidia.com/..., openshift.io/...,
   * vpc.amazonaws.com/efa.
   */
  private static final Pattern RDMA =
      Pattern.compile(
          ".*resources\\.(?:limits|requests)\\.(?:rdma/.*|[\\w.-]+/(?:.*rdma.*|.*sriov.*|.*hca.*|.*mlnx.*|.*roce.*|.*ib.*|efa|vf.*))");

  private static final Pattern MOUNTED = Pattern.compile("mountPath: *[\"']?/dev/shm/?[\"']?[,} ]");
  private static final Pattern QUANTITY =
      Pattern.compile("(\\d{1,12}(?:\\.\\d{1,6})?)([KkMGT])(i?)");

  static List<PodFacts> of(HostFacts host) {
    return host.facts().subjects(SubjectKind.POD).stream()
        .map(pod -> new PodFacts(host.facts(), pod))
        .filter(pod ->
            pod.value("kind")
                .orElse("")
                .matches("Pod|Deployment|Job|StatefulSet|DaemonSet|PyTorchJob|MPIJob"))
        .toList();
  }

  String name() {
    return pod.name();
  }

  private List<Fact> all() {
    return facts.firstFactsOf(pod, _ -> true).stream()
        .flatMap(fact -> facts.all(pod, fact.key()).stream())
        .toList();
  }

  private Optional<String> value(String key) {
    return facts.text(pod, key).optional();
  }

  private boolean has(String key, String value) {
    return all().stream()
        .anyMatch(fact -> fact.key().endsWith(key) && plain(fact.value()).matches(value));
  }

  private static String plain(String value) {
    return value.strip().replaceAll("^[\"']|[\"']$", "");
  }

  /** The line that asks for GPUs. */
  Optional<Fact> gpus() {
    return all().stream().filter(fact -> GPUS.matcher(fact.key()).matches()).findFirst();
  }

  int gpuCount() {
    Matcher count =
        Pattern.compile("\\d{1,4}").matcher(gpus().map(fact -> plain(fact.value())).orElse("0"));
    return count.find() ? Integer.parseInt(count.group()) : 0;
  }

  /** The line that asks for an RDMA device. */
  Optional<Evidence> rdma() {
    return all().stream()
        .filter(fact -> RDMA.matcher(fact.key()).matches())
        .map(Fact::evidence)
        .findFirst();
  }

  /**
   * The line of a container that takes devices through claims: which they are stands in the claim
   * (Kubernetes, dynamic resource allocation), not in the pod.
   */
  Optional<Evidence> claims() {
    return all().stream()
        .filter(fact -> fact.key().endsWith(".resources.claims.name"))
        .map(Fact::evidence)
        .findFirst();
  }

  boolean isPrivileged() {
    return has("securityContext.privileged", "true");
  }

  boolean mapsDevices() {
    return has("hostPath.path", "/dev(/infiniband)?/?");
  }

  boolean mayLockMemory() {
    return isPrivileged() || has("capabilities.add", "(CAP_)?IPC_LOCK|ALL|\\[.*IPC_LOCK.*\\]");
  }

  /** The line by which its containers run as another user than root. */
  Optional<Evidence> otherUser() {
    return all().stream()
        .filter(fact ->
            (fact.key().endsWith("securityContext.runAsUser")
                    && plain(fact.value()).matches("[1-9]\\d*"))
                || (fact.key().endsWith("securityContext.runAsNonRoot")
                    && plain(fact.value()).equals("true")))
        .map(Fact::evidence)
        .findFirst();
  }

  /** The line that mounts device files of the host. */
  Optional<Evidence> deviceMount() {
    return all().stream()
        .filter(fact ->
            fact.key().endsWith("hostPath.path")
                && plain(fact.value()).matches("/dev/infiniband(?:/.*)?"))
        .map(Fact::evidence)
        .findFirst();
  }

  private List<Fact> volumes(String key) {
    return all().stream()
        .filter(fact -> fact.key().endsWith("emptyDir." + key))
        .distinct()
        .toList();
  }

  /** The line that says how large a volume of memory may be; if none does, that of the volume. */
  Optional<Evidence> memoryVolume() {
    return Stream.concat(volumes("sizeLimit").stream(), volumes("medium").stream())
        .filter(
            _ -> volumes("medium").stream().anyMatch(fact -> plain(fact.value()).equals("Memory")))
        .map(Fact::evidence)
        .findFirst();
  }

  /**
   * Whether that at /dev/shm is limited to less than 1 GiB; of several nothing tells which it is.
   */
  boolean isMemoryVolumeSmall() {
    List<Fact> limits = volumes("sizeLimit");
    return limits.size() == 1
        && volumes("medium").size() == 1
        && mountsSharedMemory()
        && bytes(plain(limits.getFirst().value())) < (1L << 30);
  }

  private boolean mountsSharedMemory() {
    return all().stream()
        .filter(fact -> fact.key().contains("volumeMounts"))
        .anyMatch(fact ->
            MOUNTED.matcher(fact.value()).find()
                || (fact.key().endsWith("mountPath") && plain(fact.value()).matches("/dev/shm/?")));
  }

  /** A quantity of Kubernetes; what is none is as much as can be. */
  private static long bytes(String quantity) {
    Matcher parts = QUANTITY.matcher(quantity);
    if (!parts.matches()) {
      return Long.MAX_VALUE;
    }
    int power = "KMGT".indexOf(parts.group(2).toUpperCase(Locale.ROOT).charAt(0)) + 1;
    double unit = parts.group(3).isEmpty() ? 1000 : 1024;
    return (long) (Double.parseDouble(parts.group(1)) * Math.pow(unit, power));
  }

  boolean hasSharedMemory() {
    return has("hostIPC", "true")
        || has("emptyDir.medium", "Memory")
        || has("hostPath.path", "/dev/shm/?");
  }
}
