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
                    .title("pods with many GPUs ask for RDMA devices")
                    .needs(PodRule.MANIFEST)
                    .cause(
                        "Without a device plugin's resource nothing maps /dev/infiniband into the pod: NCCL"
                            + " finds no device that opens and takes sockets.")
                    .modes(1, 3)
                    .source(
                        "Kubernetes, device plugins; Mellanox/k8s-rdma-shared-dev-plugin; NVIDIA/nccl#451"),
                pod ->
                    pod.gpuCount() >= MANY_GPUS ? pod.gpus().map(Fact::evidence) : Optional.empty(),
                pod -> pod.rdma().isPresent() || pod.isPrivileged() || pod.mapsDevices(),
                "it asks for GPUs and for no RDMA device",
                "add the RDMA plugin's resource to limits (rdma/NAME: 1), or an SR-IOV network with it")
            .orClaimed(),
        new PodRule(
            RuleInfo.warning("container.pod-ipc-lock")
                .title("pods with RDMA devices may lock memory")
                .needs(PodRule.MANIFEST)
                .cause(
                    "Registration pins memory. Without IPC_LOCK the container's memlock limit applies,"
                        + " which many runtimes leave at 64 KiB or 8 MiB: ibv_reg_mr and ibv_create_cq"
                        + " fail with ENOMEM.")
                .modes(22)
                .source("capabilities(7); ibv_reg_mr(3); NVIDIA/nccl-tests#206"),
            PodFacts::rdma,
            PodFacts::mayLockMemory,
            "it asks for an RDMA device and has no IPC_LOCK",
            "securityContext: capabilities: add: [IPC_LOCK]"),
        new PodRule(
            RuleInfo.warning("container.pod-shared-memory")
                .title("pods with several GPUs have shared memory")
                .needs(PodRule.MANIFEST)
                .cause(
                    "/dev/shm of a container is 64 MiB unless a volume of memory is mounted there. NCCL's"
                        + " buffers between ranks of a node and PyTorch's loaders need more.")
                .source(
                    "NCCL user guide, troubleshooting, Docker; Kubernetes, emptyDir with medium Memory"),
            pod -> pod.gpuCount() >= 2 ? pod.gpus().map(Fact::evidence) : Optional.empty(),
            PodFacts::hasSharedMemory,
            "it asks for several GPUs and mounts no memory at /dev/shm",
            "mount a volume of emptyDir with medium: Memory at /dev/shm"),
        new PodRule(
            RuleInfo.warning("container.pod-shared-memory-small")
                .title("a pod's volume of memory holds at least 1 GiB")
                .needs(PodRule.MANIFEST)
                .cause(
                    "A volume at /dev/shm holds what its sizeLimit says, hostIPC or not: NCCL's buffers between"
                        + " ranks of a node and PyTorch's loaders find it full.")
                .source(
                    "Kubernetes, Volumes, emptyDir (sizeLimit); NCCL user guide, troubleshooting, shared memory"),
            PodFacts::memoryVolume,
            pod -> !pod.isMemoryVolumeSmall(),
            "its /dev/shm is given less than 1 GiB",
            "sizeLimit: 16Gi of the volume at /dev/shm, or none"),
        new SmallDevShm(),
        new MissingDeviceFiles());
  }
}
