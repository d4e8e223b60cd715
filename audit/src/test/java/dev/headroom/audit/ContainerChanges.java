package dev.headroom.audit;

import java.util.List;
import java.util.Set;

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
    all.add(
        of(
            "container.ipc-lock-ineffective",
            pod,
            "securityContext",
            "capabilities:",
            "runAsUser: 1000\n      capabilities:"));
    all.add(
        file(
                "container.ipc-lock-ineffective",
                "process.txt",
                "$ id -u; ulimit -l; grep CapEff /proc/self/status\n1000\n8192\nCapEff:\t0000000000000000\n")
            .and("memory.memlock"));
    String mount = "  volumes:\n  - name: ib\n    hostPath:\n      path: /dev/infiniband\n";
    all.add(
        file(
                "container.pod-host-path",
                pod,
                host.text(pod)
                    .replace("        rdma/hca: \"1\"\n", "")
                    .replace("  volumes:\n", mount))
            .unseen());
    all.add(
        file(
                "container.devices-not-allocatable",
                "node.txt",
                "Capacity:\n  nvidia.com/gpu:                 8\nAllocatable:\n  nvidia.com/gpu:                 7\n")
            .unseen());
    all.add(
        file(
                "container.node-condition",
                "conditions.txt",
                """
                Conditions:
                  Type             Status  LastHeartbeatTime                 LastTransitionTime                Reason                       Message
                  ----             ------  -----------------                 ------------------                ------                       -------
                  SysLogsXIDError  True    Mon, 12 Oct 2026 09:00:00 +0000   Mon, 12 Oct 2026 07:11:31 +0000   SysLogsXIDErrorIsNotHealthy  ErrorCode:79 PCI:0000:9d:00 Recommended Action=RESTART_BM;
                """)
            .unseen());
    all.add(of("container.pod-shared-memory", pod, "", "medium: Memory", "sizeLimit: 1Gi"));
    String volume = "    emptyDir: {medium: Memory, sizeLimit: 64Mi}\n";
    String mounted = "    volumeMounts: [{mountPath: /dev/shm, name: shm}]\n  volumes:";
    all.add(
        file(
            "container.pod-shared-memory-small",
            pod,
            host.text(pod)
                .replace("    emptyDir:\n      medium: Memory\n", volume)
                .replace("  volumes:", mounted)));
    all.add(
        new Sickness(
            "container.plugin-without-devices",
            List.of(host),
            List.of(
                host.withFile(
                    "plugin.log",
                    """
                    2023/09/02 06:23:37 error creating new device: "missing RDMA device spec for device 0000:ec:00.0, RDMA device \\"issm\\" not found"
                    2023/09/02 06:23:37 Warning: no Rdma Devices were found for resource hpc_shared_devices_h
                    """)),
            "the plugin finds no device files",
            Set.of(),
            false));
    String here = "container.txt";
    all.add(of("container.shared-memory", here, "", "67108864     0  67108864", "65536 0 65536"));
    String pod64 =
        """
        $ df -h /dev/shm
        Filesystem      Size  Used Avail Use% Mounted on
        shm              64M     0   64M   0% /dev/shm
        """;
    all.add(file("container.shared-memory", here, pod64));
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
