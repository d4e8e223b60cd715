package dev.headroom.audit.host;

import dev.headroom.audit.Card;
import dev.headroom.audit.Rule;
import java.util.List;
import java.util.stream.Stream;

/** Rules about lines that the kernel and daemons of a machine log. */
final class LogRules {
  private LogRules() {}

  static List<Rule> all() {
    return Stream.of(kernel(), fabricManager(), devicePlugin()).flatMap(List::stream).toList();
  }

  private static LoggedLine kernel(Card card, String pattern, String what, String advice) {
    return new LoggedLine(card, LoggedLine.Log.KERNEL, pattern, what, advice);
  }

  private static List<Rule> fabricManager() {
    String log = "/var/log/fabricmanager.log, or journalctl -u nvidia-fabricmanager";
    String source = "NVIDIA Fabric Manager for NVIDIA NVSwitch Systems User Guide (DU-09883-001)";
    return List.of(
        new LoggedLine(
            Card.error("gpu.nvswitch-error")
                .title("the fabric manager saw no fatal error of an NVSwitch")
                .needs(log)
                .cause(
                    "A fatal error of an NVSwitch stops the NVLinks through that port: work of the GPUs there"
                        + " hangs or ends with XID 45 or 74.")
                .source(source + ", NVSwitch fatal and non-fatal SXid errors"),
            LoggedLine.Log.FABRIC_MANAGER,
            "detected NVSwitch fatal error",
            "the fabric manager saw a fatal error of an NVSwitch",
            "take the node out of service; reset the GPUs and NVSwitches, or restart it, and look the number up in the guide"),
        new LoggedLine(
            Card.error("gpu.fabric-manager-gave-up")
                .title("the fabric manager starts on machines with NVSwitches")
                .needs(log)
                .cause(
                    "Until the fabric manager has brought the NVSwitches up, no CUDA program starts on such a machine"
                        + " (system not yet initialized, 802).")
                .source(source + ", Fabric Manager topology and start-up errors"),
            LoggedLine.Log.FABRIC_MANAGER,
            "aborting fabric manager|don't match with any supported system topology",
            "the fabric manager did not take the machine's NVSwitches as it found them",
            "see which NVSwitches and NVLinks are missing (lspci, nvidia-smi nvlink -s), and that fabric manager and driver are of one version"),
        new LoggedLine(
            Card.error("gpu.fabric-manager-version")
                .title("the fabric manager is of the driver's version")
                .needs(log)
                .cause(
                    "The fabric manager works with a driver of its own version only, to the last number. An update that"
                        + " took one of the two along leaves the NVSwitches as they are, and no CUDA program starts.")
                .source(source + "; siderolabs/pkgs#720"),
            LoggedLine.Log.FABRIC_MANAGER,
            "don't match with driver version",
            "fabric manager and driver are of different versions",
            "install nvidia-fabricmanager in the version that cat /proc/driver/nvidia/version names, hold both packages together, and restart the service"),
        new LoggedLine(
            Card.warning("gpu.no-nvswitch-found")
                .title("the fabric manager finds NVSwitches where there are any")
                .needs(log)
                .cause(
                    "The driver knows no NVSwitch. Where GPUs sit in slots, with NVLink bridges or without, there is none,"
                        + " and nothing is missing. On HGX and DGX from B200 on the switches are reached over InfiniBand:"
                        + " without mlx5_ib, ib_umad and NVLSM they are not found, and no CUDA program starts.")
                .source(
                    source
                        + "; NVIDIA/gpu-operator#610, #2781; siderolabs/extensions#717; data-infra/cube-studio#29"),
            LoggedLine.Log.FABRIC_MANAGER,
            "NV_WARN_NOTHING_TO_DO",
            "the fabric manager finds no NVSwitch",
            "on a machine without NVSwitches: systemctl disable --now nvidia-fabricmanager; on B200 and later: modprobe mlx5_ib ib_umad, install nvlsm, restart the service"),
        new LoggedLine(
            Card.error("gpu.fabric-manager-configuration")
                .title("the fabric manager can be started as it is configured")
                .needs(log)
                .cause(
                    "It ends before it has looked at anything: a value of its configuration that its version does not take,"
                        + " a file that the value names and that is not there, or a library that it misses.")
                .source(source + "; siderolabs/extensions#511, #1073"),
            LoggedLine.Log.FABRIC_MANAGER,
            "config file item: \\S+ has an invalid value|error while loading shared libraries",
            "the fabric manager does not start",
            "take fabricmanager.cfg of the version that is installed; see that folders which it names are there (topology files), and ldd /usr/bin/nv-fabricmanager"),
        new LoggedLine(
            Card.warning("gpu.multicast-refused")
                .title("the fabric manager gives multicast teams to those who ask")
                .needs(log)
                .cause(
                    "A job asked for NVLink multicast (NVLS) among GPUs of which the fabric manager does not know one, as after it was"
                        + " restarted while processes held GPUs. NCCL then ends with 'invalid argument' in nvls.cc.")
                .source(source + "; NVIDIA/nccl#1043, #976, #1488"),
            LoggedLine.Log.FABRIC_MANAGER,
            "failed to find the (member )?GPU handle",
            "the fabric manager refused a multicast team",
            "end the jobs, reset all GPUs of the machine (nvidia-smi -r) and restart the fabric manager"));
  }

  private static List<Rule> devicePlugin() {
    return List.of(
        new LoggedLine(
            Card.error("container.plugin-without-devices")
                .title("the device plugin has RDMA devices to hand out")
                .needs("the log of the RDMA device plugin (kubectl logs)")
                .cause(
                    "The plugin found the NIC and not its device files (issm, umad, uverbs, rdma_cm), or no NIC that fits"
                        + " its selectors: pods that ask for the resource wait for ever.")
                .source("Mellanox/k8s-rdma-shared-dev-plugin#44"),
            LoggedLine.Log.DEVICE_PLUGIN,
            "missing RDMA device spec|no Rdma Devices were found",
            "the device plugin has no RDMA devices to hand out",
            "on the node: modprobe ib_umad ib_uverbs rdma_ucm, ls /dev/infiniband, then restart the plugin; compare its selectors (vendors, ifNames) with ibdev2netdev"));
  }

  private static List<Rule> kernel() {
    return List.of(
        kernel(
            Card.error("gpudirect.peermem-invalid")
                .title("nvidia-peermem fits the RDMA core")
                .needs("dmesg")
                .cause(
                    "The module was built against another RDMA core than the one that runs, or lost its context: after a change of the network driver it must be built anew.")
                .modes(12)
                .source("NVIDIA/gpu-operator#2868"),
            "nvidia[-_]peermem.*(Invalid argument|invalid context|disagrees|Unknown symbol)",
            "nvidia-peermem does not work with the RDMA core that runs",
            "drain the node, install the GPU driver anew against the RDMA core in use (or restart the operator's driver pod), and load nvidia-peermem"),
        kernel(
            Card.error("gpu.xid")
                .title("GPUs report no errors")
                .needs("dmesg")
                .cause(
                    "XID 79 is a GPU off the bus, 74 an NVLink error, and so are 144 to 150 where they are"
                        + " fatal; 48, 64 and 95 are memory errors.")
                .source("NVIDIA, XID Errors"),
            "NVRM: Xid .*: ((48|62|64|74|79|92|95|119|120|121),|(14[4-9]|150),.* Fatal "
                // What followed names what came first, which the log may have lost.
                + "|45,.* caused by previous Xid (48|62|64|74|79|92|95|119|120|121|14[4-9]|150)\\b)",
            "a GPU reported an error (XID)",
            "take the node out of service and look the number up in NVIDIA's list of XIDs"),
        kernel(
            Card.info("gpu.row-remapped")
                .title("GPUs have no memory that waits to be put aside")
                .needs("dmesg")
                .cause(
                    "XID 63: the GPU noted a row of its memory (before Ampere a page) that it puts aside at its next"
                        + " reset. Until then it works on, and so may jobs.")
                .source("NVIDIA, XID catalogue, 63; GPU Memory Error Management"),
            "NVRM: Xid .*: 63,",
            "a GPU noted memory to be put aside (XID 63)",
            "reset the GPU when the node is empty next; if XID 64 comes as well, or a remap fails (nvidia-smi -q -d ROW_REMAPPER), take it out of service"),
        kernel(
            Card.warning("gpu.contained-error")
                .title("no job died of a memory error that its GPU contained")
                .needs("dmesg")
                .cause(
                    "XID 94: an uncorrectable memory error hit one program, which ends. The GPU kept it from all"
                        + " others and works on.")
                .source("NVIDIA, XID catalogue, 94; GPU Memory Error Management"),
            "NVRM: Xid .*: (94,|45,.* caused by previous Xid 94\\b)",
            "a GPU contained a memory error that ended a program (XID 94)",
            "restart the job; reset the GPU when the node is empty next, as XID 63 beside it asks for"),
        kernel(
            Card.error("gpu.recovery-asked")
                .title("no driver asks for a GPU's recovery")
                .needs("dmesg")
                .cause(
                    "XID 154: after an error the driver says what must be done before the GPU is used again; the line"
                        + " has it in parentheses, and it counts more than what the error's own number suggests.")
                .source("NVIDIA, XID catalogue, 154; GPU Memory Error Management, recovery action"),
            "NVRM: Xid .*: 154, GPU recovery action changed from .* to 0x0*[1-9a-f]",
            "a driver asks for a GPU's recovery (XID 154)",
            "do what the last of these lines names: GPU Reset, end all programs of the GPU and nvidia-smi -r; Node Reboot or OS Reboot, restart the machine; Drain P2P, end programs that use it with other GPUs; Drain and Reset, both"),
        kernel(
            Card.error("gpu.off-bus-in-log")
                .title("the driver reaches each GPU")
                .needs("dmesg")
                .cause(
                    "The driver reads nothing but ones from the GPU's registers: it lost power, its link, or its"
                        + " firmware. It can happen before the driver is up, without an XID.")
                .source("NVIDIA, XID Errors, 79; NVIDIA/NVSentinel#155"),
            "NVRM: (GPU .*: GPU has )?fallen off the bus",
            "a GPU fell off the bus",
            "take the node out of service, look for PCIe errors before the line, and power it off and on; if it comes again the card, riser or board is bad"),
        kernel(
            Card.error("gpu.not-initialized")
                .title("the driver brings each GPU up")
                .needs("dmesg")
                .cause(
                    "The driver found the GPU and could not start it: a GPU in a bad state since an earlier fault, firmware"
                        + " or BIOS that gives it no room for its memory, or a driver that does not know it. nvidia-smi"
                        + " shows a GPU less, or none.")
                .source("NVIDIA/open-gpu-kernel-modules, kernel-open/nvidia (RmInitAdapter)"),
            "NVRM: .*(RmInitAdapter failed|rm_init_adapter failed)",
            "the driver cannot bring a GPU up",
            "look at the lines before it (GSP, Xid, BAR); power the machine off and on, as a reset of the GPU alone keeps its state; then update driver and firmware; if it comes again the GPU is bad"),
        kernel(
            Card.error("gpu.nvswitch-sxid")
                .title("NVSwitches report no fatal error")
                .needs("dmesg")
                .cause(
                    "A fatal error of an NVSwitch (SXid) stops the NVLinks through that port: work of the GPUs there"
                        + " hangs or ends.")
                .source(
                    "NVIDIA Fabric Manager for NVIDIA NVSwitch Systems User Guide (DU-09883-001), NVSwitch SXid errors"),
            "nvidia-nvswitch\\d+: SXid .*: \\d+, Fatal",
            "an NVSwitch reported a fatal error (SXid)",
            "take the node out of service; reset the GPUs and NVSwitches, or restart it, and look the number up in the guide"),
        kernel(
            Card.warning("pcie.slot-bandwidth")
                .title("the kernel finds no slot that limits a NIC")
                .needs("dmesg")
                .cause(
                    "When a driver starts it compares what the card could with what the slot gives.")
                .source("Linux, pcie_print_link_status"),
            // Not what the PCI core says of GPUs as they are found: these rest at a low speed.
            "(mlx[45]_core|bnxt_en|ice|i40e|qede|cxgb4|ionic|hns3|ena|efa) .*available PCIe bandwidth, limited by",
            "a NIC has less PCIe bandwidth than it could use",
            "see which bridge the line names; move the card or change the slot's settings in the BIOS"),
        kernel(
            Card.error("link.nic-firmware-error")
                .title("the NIC's firmware is well")
                .needs("dmesg")
                .cause(
                    "The driver found the firmware's health counter stopped, or commands that do not end: the NIC must be reset.")
                .source(
                    "Linux drivers/net/ethernet/mellanox/mlx5/core/health.c, broadcom/bnxt/bnxt.c; drivers/infiniband/hw/bnxt_re/qplib_rcfw.c, irdma/main.c; intel/ethernet-linux-ice#12"),
            "bnxt_en .*((Firmware (non-)?fatal|(Fatal|Non-fatal) firmware) reset event|cmdq\\[.*\\btimedout)"
                + "|(ice|irdma) .*critical PE Error"
                + "|mlx5_core .*(health compromised|device's health|Failed to load|init_one.*failed|FW (pre-initialization|initialization) timeout|timeout.*(Will cause a leak|command)|health recovery flow aborted)",
            "the NIC's driver reports that its firmware failed",
            "reset the NIC (mlxfwreset for NVIDIA's, devlink dev reload for others) on an empty node, update its firmware, and look for PCIe errors before the first of these lines"),
        kernel(
            Card.error("optics.module-refused")
                .title("the NIC's firmware takes the cable or transceiver in each port")
                .needs("dmesg")
                .cause(
                    "The firmware reads a module before it switches it on, and watches it: with an error it leaves the"
                        + " port down. The line says which: more power than the port or slot may give, a bus to the"
                        + " module that does not answer, a memory that cannot be read, a part number that is not"
                        + " on the list, heat, a short.")
                .source("Linux drivers/net/ethernet/mellanox/mlx5/core/events.c (mlx5_pme_error)"),
            "mlx5_core .*Port module event\\[error\\]",
            "the NIC's firmware refuses a cable or transceiver",
            "High Temperature: see to the air flow, then change the module; Power budget exceeded: a module of less power, or a slot that gives more; Bus stuck, No EEPROM, Bad or shorted: reseat it, then change it; Unknown identifier, Enforce part number list: update the NIC's firmware or take a module from its list; mlxlink -d DEVICE -m says more"),
        kernel(
            Card.warning("link.nic-hot")
                .title("no NIC reports that it is hot")
                .needs("dmesg")
                .cause(
                    "A sensor of the NIC is above its limit: it slows down or shuts itself down, and its module is as hot.")
                .source(
                    "Linux drivers/net/ethernet/mellanox/mlx5/core/events.c (temp_warn), health.c (synd 0x10)"),
            "mlx5_core .*(High temperature on sensors|synd 0x10: High temperature)",
            "a NIC reports that it is hot",
            "mget_temp -d DEVICE; see to fans, filters and blanked slots, and to the air flow that the card's manual asks for"),
        kernel(
            Card.warning("pcie.slot-power")
                .title("slots say that they give NICs the power they take")
                .needs("dmesg")
                .cause(
                    "The card and its modules may take more than the slot says it gives. Then the firmware may leave ports"
                        + " or modules without power; on boards that do not set the slot's limit the line stands in"
                        + " each log, and nothing is wrong.")
                .source(
                    "Linux drivers/net/ethernet/mellanox/mlx5/core/events.c (mlx5_pcie_event); PCI Express Base Specification 6.0, 6.9"),
            "mlx5_core .*(Detected insufficient power on the PCIe slot|powered down due to insufficient)",
            "a slot does not say that it gives a NIC the power it takes",
            "compare SlotPowerLimit (lspci -vv, of the bridge above) with the card's and module's power in their manuals; put the card into a slot of 75 W, or set the slot's limit in the BIOS"),
        kernel(
                Card.error("pcie.contained")
                    .title("no PCIe port cut off what is below it")
                    .needs("dmesg")
                    .cause(
                        "Downstream Port Containment: the port saw an uncorrectable error and switched its link off, so that"
                            + " nothing wrong passes. What is below it is gone until the kernel has brought it back; jobs"
                            + " that used it do not come back.")
                    .source(
                        "PCI Express Base Specification 6.0, 6.2.11; Linux drivers/pci/pcie/dpc.c"),
                "pcieport .*DPC: containment event",
                "a PCIe port contained an error and cut off what is below it",
                "see which device hangs below the port (lspci -tv); reseat the card and its riser or cable, look at AER lines before it, update the card's firmware; if it comes again, change card or board")
            .weighed(ContainedPort::severity),
        kernel(
            Card.warning("link.send-queue-stuck")
                .title("the NIC's send queues come to their ends")
                .needs("dmesg")
                .cause(
                    "The NIC did not send what the kernel gave it for seconds: it was paused without end, its firmware"
                        + " hangs, or an interrupt was lost. The port stays ACTIVE all the while.")
                .source(
                    "Linux drivers/net/ethernet/mellanox/mlx5/core/en_main.c (mlx5e_tx_timeout); net/sched/sch_generic.c; NVIDIA/NVSentinel#1334"),
            // Older kernels' watchdog names the driver after the interface.
            "(mlx[45]_core|mlx4_en|bnxt_en|ice|ionic)\\b.*(TX timeout (detected|on queue)|NETDEV WATCHDOG: .*transmit queue \\d+ timed out)"
                + "|NETDEV WATCHDOG: \\S+ \\((mlx[45]_core|mlx4_en|bnxt_en|ice|ionic)\\): transmit queue \\d+ timed out",
            "a NIC's send queue stood still",
            "see whether the port is paused (ethtool -S: rx_prioN_pause, rx_pause_ctrl_phy) and what the driver says after the line; reset the NIC or restart the node, and update its firmware"),
        kernel(
            Card.error("link.driver-gave-up")
                .title("the driver of each NIC starts")
                .needs("dmesg")
                .cause(
                    "The driver found the card and gave it up: firmware that it does not know, a command that did not"
                        + " end, no memory or interrupts left for it. What it says before tells which; the device is"
                        + " on PCIe, and neither rdma link nor ip link has it.")
                .source("Linux, drivers/base/dd.c; drivers/net/ethernet/mellanox/mlx5/core/main.c"),
            "(mlx[45]_core|mlx5_ib|bnxt_en|bnxt_re|ice|irdma|efa|ionic|qede)\\b.*probe (of \\S+|with driver \\w+) failed|mlx[45]_core .*load_one.* failed",
            "a NIC's driver gave it up",
            "look at the lines before it; update firmware or driver so that they fit, and see that the BIOS gives the card its memory"),
        kernel(
            Card.error("link.efa-command-failed")
                .title("EFA devices do what they are told")
                .needs("dmesg")
                .cause(
                    "The device refused a command: its resources are taken, as by processes that were left over, or"
                        + " driver and library are of ages that do not fit.")
                .source("Linux drivers/infiniband/hw/efa/efa_com.c; aws/aws-ofi-nccl#22"),
            "efa_\\d+: Failed to process command",
            "an EFA device refused a command",
            "end processes of earlier jobs (rdma resource show), and install the newest EFA installer on host and image"),
        kernel(
            Card.warning("rdma.error-completions-in-log")
                .title("transfers of the kernel's own users of RDMA end well")
                .needs("dmesg")
                .cause(
                    "A transfer of NVMe over RDMA, NFS, Lustre or another user in the kernel ended in an error. Its status"
                        + " tells why: 4 and 10 memory that the NIC may not touch, 5 flushed after an earlier"
                        + " error, 12 nothing came back, 13 a peer that was not ready.")
                .source("Linux drivers/infiniband/hw/mlx5/cq.c; linux-nvme/nvme-cli#3268"),
            "WC error: \\d+|dump error cqe|(Requestor|Responder) error cqe",
            "transfers of the kernel's users of RDMA ended in errors",
            "the first of these lines has the cause; update the NIC's firmware and driver together, and look at what the storage client logged before"),
        kernel(
            Card.warning("storage.rdma-connection-failed")
                .title("storage over RDMA keeps its connections")
                .needs("dmesg")
                .cause(
                    "NVMe over RDMA or Lustre's o2iblnd lost a connection, or could not make one. They share NICs and"
                        + " classes with jobs: what holds them up (pauses, a lossy class, an MTU that differs, a link"
                        + " that flaps) holds jobs up as well.")
                .source("Linux drivers/nvme/host/rdma.c; lustre, lnet/klnds/o2iblnd/o2iblnd_cb.c"),
            "rdma connection establishment failed|o2iblnd.*Timed out (RDMA|tx)",
            "connections of storage over RDMA fail",
            "see whether both ends reach each other (ping -M do -s 8972, rping), what counters of the NIC grew (out_of_sequence, local_ack_timeout_err), and links in the same log"),
        kernel(
            Card.warning("link.flaps-in-log")
                .title("the kernel saw no link go down")
                .needs("dmesg")
                .cause("Each time every queue pair through the port times out.")
                .modes(36)
                .source("Linux, mlx5_core link messages; drivers/net/bonding/bond_main.c"),
            "(mlx5_core|bnxt_en|ice).*Link (down|Down)|Link is Down|link status definitely down",
            "links went down",
            "exchange cable or transceiver, then see whether it comes again"),
        kernel(
            Card.warning("gid.add-failed")
                .title("GIDs can be written into the NIC")
                .needs("dmesg")
                .cause(
                    "An address of the interface did not get into the GID table; nobody can be reached through it.")
                .source("Linux, drivers/infiniband/core/cache.c"),
            "(add|set)_roce_(gid|address)|roce.*GID add failed|GID.*failed.*error=|failed to add GID",
            "an address could not be written into the GID table",
            "look for duplicate addresses and for a full table; update the NIC's firmware"),
        kernel(
                Card.warning("pcie.dma-refused")
                    .title("the IOMMU refuses no device's DMA")
                    .needs("dmesg")
                    .cause(
                        "A device read or wrote an address that the IOMMU does not map for it: what it meant to move was"
                            + " lost, and a job waits for it or gets wrong data. With GPUs and NICs it is most often"
                            + " traffic between devices (GPUDirect, CUDA P2P) under an IOMMU that translates, else a"
                            + " driver or firmware at fault, or memory that a process freed too early.")
                    .modes(16)
                    .source(
                        "Linux drivers/iommu/amd/iommu.c, intel/dmar.c, arm/arm-smmu-v3; NVIDIA/cuda-samples#48; ggml-org/llama.cpp#21908"),
                // 00:02.0 is Intel's own graphics, which firmware lets run on as the kernel starts.
                "IO_PAGE_FAULT (device|domain)=|DMAR: ?\\[DMA (Read|Write)( NO_PASID)?\\] Request device \\[(?!(0x)?00:(0x)?02\\.0)"
                    + "|arm-smmu-v3 \\S+: event 0x1[0-3] received",
                "the IOMMU refused DMA of a device",
                "see which device it is (lspci -s ADDRESS); boot with iommu=pt where no guests rely on the isolation (rule pcie.iommu-translates, with /proc/cmdline), and update BIOS, driver and firmware of that device")
            .weighed(PcieErrorLines::severity),
        kernel(
                Card.warning("pcie.aer-in-log")
                    .title("the kernel logs no PCIe errors")
                    .needs("dmesg")
                    .cause(
                        "Errors that come often enough to be logged cost replays, or the device.")
                    .source("Linux Documentation/PCI/pcieaer-howto"),
                "AER: .*(error|Error)|PCIe Bus Error: severity=",
                "PCIe errors are logged",
                "reseat the card, look at risers and retimers; a rate matters, a line after boot does not")
            .weighed(PcieErrorLines::severity));
  }
}
