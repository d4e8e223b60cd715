package dev.headroom.audit.diagnose;

import java.util.List;

/** What keeps a job from beginning. */
final class StartSymptoms {
  private StartSymptoms() {}

  static Symptom start() {
    return new Symptom(
        "job-does-not-start",
        "a job ends while it starts",
        "NCCL fails with 'invalid argument', 'unhandled system error' or 'system not yet initialized', and no transfer was made",
        List.of(
            "start",
            "init",
            "invalid argument",
            "unhandled",
            "not yet initialized",
            "nvls",
            "multicast",
            "no devices",
            "modify qp",
            "modify_qp",
            "no route",
            "refused",
            "rendezvous"),
        List.of(
            Step.of(
                "Are the NVSwitches not brought up?",
                "systemctl status nvidia-fabricmanager; cat /var/log/fabricmanager.log; dmesg",
                "the service active, no fatal error of an NVSwitch, Fabric State Completed in nvidia-smi -q",
                "the fabric manager in the driver's version; a switch with fatal errors is for its vendor",
                "gpu.fabric-state",
                "nccl.system-not-ready",
                "gpu.fabric-manager-gave-up",
                "gpu.fabric-manager-version",
                "gpu.fabric-manager-configuration",
                "gpu.no-nvswitch-found",
                "gpu.nvswitch-error",
                "gpu.nvswitch-sxid"),
            Step.of(
                "Does the fabric manager refuse multicast (NVLS)?",
                "grep 'GPU handle' /var/log/fabricmanager.log; NCCL_NVLS_ENABLE=0 all_reduce_perf -g 8",
                "it works without NVLS and not with it",
                "end all jobs, reset the GPUs, restart the fabric manager",
                "nccl.multicast-refused",
                "gpu.multicast-refused"),
            Step.of(
                "Can programs not open the RDMA devices?",
                "ibv_devinfo, in the container and outside; ls /dev/infiniband; dmesg",
                "all devices listed, without warnings of libibverbs",
                "the library of the host's driver in the image; /dev/infiniband and IPC_LOCK for the container",
                "rdma.provider-abi",
                "rdma.verbs-unlike",
                "nccl.device-not-opened",
                "rdma.not-opened",
                "nccl.no-libibverbs",
                "nccl.no-net-plugin",
                "nccl.no-efa",
                "link.driver-gave-up",
                "job.perftest-failed"),
            Step.of(
                "Can ranks not find each other?",
                "ip -br addr; ip route get ADDRESS, on both hosts; " + Symptoms.LOG,
                "addresses that the other node reaches, and the same network on all ranks",
                "NCCL_SOCKET_IFNAME for the interface that all nodes reach; ports open between nodes",
                "nccl.peer-unreachable",
                "nccl.no-socket-interface",
                "nccl.networks-differ",
                "nccl.stranger-connected",
                "job.rendezvous-timeout"),
            Step.of(
                "Do queue pairs not connect?",
                "show_gids on both hosts; " + Symptoms.LOG,
                "GIDs of RoCE v2 with addresses, at the same index on both",
                "let NCCL choose the index; see that the two can reach each other from these interfaces",
                "nccl.modify-qp-failed",
                "nccl.rails-not-joined",
                "nccl.mixed-links",
                "nccl.rdma-setup-failed",
                "nccl.efa-transfer-failed",
                "nccl.gid-link-local",
                "nccl.gid-table-sparse",
                "gid.none",
                "gid.none-routable",
                "fleet.gid-index"),
            Step.of(
                "Is there too little memory to pin?",
                "ulimit -l  # in the job itself; " + Symptoms.LOG,
                "unlimited",
                "memlock unlimited for the service or container that starts the job",
                "nccl.out-of-pinned-memory",
                "memory.memlock"),
            Step.of(
                "Is NCCL given a topology or settings that do not fit?",
                "env | grep NCCL_; cat /etc/nccl.conf",
                "no NCCL_TOPO_FILE of another machine, no interface or device that is not there",
                "take them away, one by one",
                "nccl.topology-file-unfit",
                "nccl.hca-not-there",
                "nccl.socket-interface",
                "nccl.version-mismatch")),
        "NVIDIA/nccl#976, #1488, nccl-tests#264; k8snetworkplumbingwg/sriov-cni#348");
  }
}
