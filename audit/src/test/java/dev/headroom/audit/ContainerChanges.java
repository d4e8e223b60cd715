package dev.headroom.audit;

import java.util.List;

/** Pods, and what a container sees. */
final class ContainerChanges extends Changes {
  ContainerChanges(Healthy host) {
    super(host);
  }

  @Override
  void addTo(List<Sickness> all) {
    String pod = "pod.yaml";
    all.add(of("container.pod-rdma-device", pod, "", "rdma/hca: \"1\"", "memory: \"1\""));
    all.add(of("container.pod-ipc-lock", pod, "", "- IPC_LOCK", "- NET_ADMIN"));
    all.add(of("container.pod-shared-memory", pod, "", "medium: Memory", "sizeLimit: 1Gi"));
    String here = "container.txt";
    all.add(of("container.shared-memory", here, "", "67108864     0  67108864", "65536 0 65536"));
    all.add(
        file(
            "container.device-files",
            here,
            """
            $ ls -l /dev/infiniband
            ls: cannot access '/dev/infiniband': No such file or directory
            """));
  }
}
