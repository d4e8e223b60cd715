package dev.headroom.audit.container;

import dev.headroom.audit.Rule;
import dev.headroom.audit.RuleInfo;
import dev.headroom.formats.fact.Fact;
import java.util.List;
import java.util.Optional;

/** All rules about containers and pods. */
public final class ContainerRules {
  /** A pod with that many GPUs has a node, or half of one, and peers elsewhere. */
  private static final int MANY_GPUS = 4;

  private ContainerRules() {}

  public static List<Rule> all() {
    return List.of(
        new PodRule(
                RuleInfo.warning("container.pod-rdma-device")
                    .title("pods with many GPUs request RDMA devices")
                    .inputs(PodRule.MANIFEST)
                    .cause(
                        "Without the resource of a device plugin, /dev/infiniband is not mapped "
                            + "into the pod. NCCL cannot open a device and falls back to sockets.")
                    .modes(1, 3)
                    .source(
                        "Kubernetes, device plugins; Mellanox/k8s-rdma-shared-dev-plugin; NVIDIA/nccl#451"),
                pod ->
                    pod.gpuCount() >= MANY_GPUS ? pod.gpus().map(Fact::evidence) : Optional.empty(),
                pod -> pod.rdma().isPresent() || pod.isPrivileged() || pod.mapsDevices(),
                "it requests GPUs but no RDMA device",
                "add the resource of the RDMA device plugin to limits (kubectl describe node lists "
                    + "it), or an SR-IOV network with RDMA")
            .orDeviceClaim(),
        new PodRule(
            RuleInfo.warning("container.pod-ipc-lock")
                .title("pods with RDMA devices have IPC_LOCK")
                .inputs(PodRule.MANIFEST)
                .cause(
                    "Registration pins memory. Without IPC_LOCK the container's memlock limit "
                        + "applies, which is 64 KiB or 8 MiB in many runtimes: ibv_reg_mr and "
                        + "ibv_create_cq fail with ENOMEM.")
                .modes(22)
                .source("capabilities(7); ibv_reg_mr(3); NVIDIA/nccl-tests#206"),
            PodFacts::rdma,
            PodFacts::mayLockMemory,
            "it requests an RDMA device and has no IPC_LOCK",
            "securityContext: capabilities: add: [IPC_LOCK]"),
        new PodRule(
            RuleInfo.warning("container.pod-shared-memory")
                .title("pods with several GPUs mount shared memory")
                .inputs(PodRule.MANIFEST)
                .cause(
                    "/dev/shm of a container is 64 MiB unless a memory volume is mounted there. "
                        + "NCCL's buffers between ranks of a node and PyTorch's data loaders "
                        + "need more.")
                .source(
                    "NCCL user guide, troubleshooting, Docker; Kubernetes, emptyDir with medium Memory"),
            pod -> pod.gpuCount() >= 2 ? pod.gpus().map(Fact::evidence) : Optional.empty(),
            PodFacts::hasSharedMemory,
            "it requests several GPUs and mounts no memory volume at /dev/shm",
            "mount an emptyDir volume with medium: Memory at /dev/shm"),
        new PodRule(
            RuleInfo.warning("container.pod-shared-memory-small")
                .title("a pod's memory volume at /dev/shm holds at least 1 GiB")
                .inputs(PodRule.MANIFEST)
                .cause(
                    "The sizeLimit of the volume at /dev/shm applies, with or without hostIPC. "
                        + "NCCL's buffers between ranks of a node and PyTorch's data loaders "
                        + "fill it.")
                .source(
                    "Kubernetes, Volumes, emptyDir (sizeLimit); NCCL user guide, troubleshooting, shared memory"),
            PodFacts::memoryVolume,
            pod -> !pod.isMemoryVolumeSmall(),
            "its /dev/shm has less than 1 GiB",
            "set sizeLimit: 16Gi for the volume at /dev/shm, or no sizeLimit"),
        hostPath(),
        new LostDevices(),
        new NodeConditions(),
        new LockCapability(),
        new SmallDevShm(),
        new MissingDeviceFiles());
  }

  /** Whether devices come with a plugin, without which the cgroup forbids them. */
  private static PodRule hostPath() {
    return new PodRule(
        RuleInfo.warning("container.pod-host-path")
            .title("pods get RDMA devices from a device plugin")
            .inputs(PodRule.MANIFEST)
            .cause(
                "A hostPath volume shows the device files. The container's device cgroup "
                    + "still forbids to open them, unless it is privileged. "
                    + "ibv_open_device fails with 'Operation not permitted', or no device "
                    + "is found.")
            .modes(1, 3)
            .source(
                "Kubernetes, device plugins; Linux, cgroup-v2, device controller; "
                    + "Mellanox/k8s-rdma-shared-dev-plugin"),
        PodFacts::deviceMount,
        pod -> pod.rdma().isPresent() || pod.isPrivileged(),
        "it mounts /dev/infiniband by hostPath and requests no RDMA device",
        "request the resource of an RDMA device plugin in limits (such as rdma/hca_shared_devices_a: 1, or "
            + "vpc.amazonaws.com/efa on AWS) instead of the hostPath volume");
  }
}
