package dev.headroom.audit;

import java.util.List;

/** Lines of the kernel's log, and statuses of GPUs and CPUs. */
final class KernelChanges extends Changes {
  /** A rule and a line of the kernel's log that it finds. */
  private static final String LINES =
      """
      gpudirect.peermem-callback|nvidia-peermem nv_get_p2p_free_callback:127 ERROR detected invalid context, skipping further processing
      rdma.out-of-doorbells|mlx5_core 0000:14:00.0: mlx5_cmd_out_err:838:(pid 4711): ALLOC_UAR(0x802) op_mod(0x0) failed, status no resources(0xf), syndrome (0x0), err(-12)
      rdma.out-of-memory-keys|infiniband mlx5_0: create_mkey_callback:131:(pid 0): async reg mr failed. status -12
      rdma.nic-limits|mlx5_core 0000:14:00.0: mlx5_cmd_out_err:838:(pid 4711): CREATE_QP(0x500) op_mod(0x0) failed, status limits exceeded(0x8), syndrome (0x1), err(-12)
      link.nic-command-refused|mlx5_core 0000:14:00.0: mlx5_cmd_out_err:838:(pid 9): CREATE_FLOW_GROUP(0x933) op_mod(0x0) failed, status internal error(0x1), syndrome (0x2a6c11), err(-5)
      link.nic-register-refused|mlx5_core 0000:14:00.0: mlx5_cmd_out_err:838:(pid 9): ACCESS_REG(0x805) op_mod(0x1) failed, status bad operation(0x2), syndrome (0x9a6171), err(-22)
      gpu.program-error|NVRM: Xid (PCI:0000:13:00): 31, pid=812, name=python, MMU Fault: ENGINE GRAPHICS GPCCLIENT_T1_0
      gpu.xid-other|NVRM: Xid (PCI:0000:13:00): 109, pid=812, name=python, Ch 0000001a, errorString CTX SWITCH TIMEOUT
      gpu.nvlink-nonfatal|NVRM: Xid (PCI:0000:13:00): 145, NVLINK: RLW_REMAP Nonfatal XC0 i0 Link 04 (0x00000004 0x80000000)
      gpu.reset-in-log|NVRM: GPU1 nvAssertOkFailedNoLog: Assertion failed: Reset required [NV_ERR_RESET_REQUIRED] (0x00000062) returned from status
      gpu.firmware-silent|NVRM: _kgspRpcRecvPoll: Timeout waiting for response from GSP of GPU1
      gpu.nvlink-in-log|NVRM: knvlinkTrainFabricLinksToActive_IMPL: Failed to train link 4 to ACTIVE
      gpu.nvswitch-nonfatal|nvidia-nvswitch1: SXid (PCI:0000:06:00.0): 11004, Non-fatal, Link 12 ingress ACL failure (First)
      gpu.amd-memory-error|amdgpu 0000:13:00.0: amdgpu: socket: 1, die: 0 3 new uncorrectable hardware errors detected in umc block
      gpu.amd-corrected|amdgpu 0000:13:00.0: amdgpu: 12 correctable hardware errors detected in total in gfx block
      gpu.amd-reset|[drm:amdgpu_job_timedout [amdgpu]] *ERROR* ring sdma0 timeout, signaled seq=8, emitted seq=11
      gpu.amd-program-error|amdgpu 0000:13:00.0: amdgpu: [gfxhub0] no-retry page fault (src_id:0 ring:24 vmid:8 pasid:32773)
      link.nic-recovered|ena 0000:14:00.0 eth0: Keep alive watchdog timeout.
      pcie.slot-link-down|pcieport 0000:12:01.0: pciehp: Slot(7): Card not present
      kernel.hung-task|INFO: task kworker/u64:2:977 blocked for more than 245 seconds.
      kernel.cpu-stuck|rcu: INFO: rcu_sched self-detected stall on CPU
      kernel.clock-unstable|clocksource: timekeeping watchdog on CPU7: Marking clocksource 'tsc' as unstable because the skew is too large:
      kernel.out-of-memory|Memory cgroup out of memory: Killed process 91 (python) total-vm:81235kB
      kernel.allocation-failed|kworker/3:1: page allocation failure: order:7, mode:0x40cc0(GFP_KERNEL|__GFP_COMP)
      kernel.file-limit|VFS: file-max limit 65536 reached
      kernel.machine-check|mce: [Hardware Error]: Machine check events logged
      kernel.memory-error|EDAC MC2: 1 UE memory scrubbing error on CPU_SrcID#1_MC#0_Chan#1_DIMM#0
      kernel.memory-corrected|EDAC MC0: 1 CE memory read error on CPU_SrcID#0_MC#0_Chan#0_DIMM#0
      kernel.memory-corrected|EDAC MC0: 4096 CE memory read error on CPU_SrcID#0_MC#0_Chan#0_DIMM#0
      kernel.cpu-hot|CPU3: Package temperature above threshold, cpu clock throttled (total events = 17)
      kernel.crash-in-library|python[88]: segfault at 10 ip 00007f12 sp 00007ffd error 4 in libibverbs.so.1.14.44[7f12+1000]
      kernel.crashed-program|python[88]: segfault at 10 ip 00007f12 sp 00007ffd error 4 in libc.so.6[7f12+1000]
      kernel.broken|BUG: unable to handle page fault for address: ffffa1d3c0000000
      tcp.syn-flood|TCP: request_sock_TCP: Possible SYN flooding on port 29400. Sending cookies.
      tcp.memory-limit|TCP: out of memory -- consider tuning tcp_mem
      pcie.aer-in-log|pcieport 0000:12:01.0: PCIe Bus Error: severity=Uncorrectable (Fatal), type=Transaction Layer
      link.nic-firmware-error|ice 0000:14:00.0 irdma-gen_2: HMC Error
      tcp.martian-source|IPv4: martian source 10.0.0.7 from 10.1.0.7, on dev eth0
      tcp.neighbor-table-full|neighbour: arp_cache: neighbor table overflow!
      tcp.conntrack-full|nf_conntrack: nf_conntrack: table full, dropping packet
      kernel.unknown-messages|mlx5_core 0000:14:00.0 eth0: failed to offload the rule, err -95
      """;

  KernelChanges(Healthy host) {
    super(host);
  }

  @Override
  void addTo(List<Sickness> all) {
    LINES
        .lines()
        .map(line -> line.split("\\|", 2))
        .forEach(row -> all.add(line(row[0], "dmesg.txt", "[   10.000000] " + row[1])));
    gpus(all);
    unreachable(all);
    machine(all);
  }

  private void gpus(List<Sickness> all) {
    String smi = "nvidia_smi.txt";
    all.add(
        of(
            "gpu.reset-required",
            smi,
            "Reset Status",
            "Required                    : No",
            "Required : Yes"));
    all.add(
        of(
            "gpu.reset-recommended",
            smi,
            "Reset Status",
            "Recommended       : No",
            "Recommended : Yes"));
    all.add(of("gpu.throttled", smi, "HW Power Brake", ": Not Active", ": Active"));
    all.add(of("gpu.throttled", smi, "SW Thermal", ": Not Active", ": Active"));
    all.add(of("gpu.ecc-off", smi, "ECC Mode", ": Enabled", ": Disabled"));
    all.add(of("gpu.hot", smi, "GPU Current", ": 24 C", ": -3 C"));
    all.add(
        of(
            "gpu.memory-errors",
            smi,
            "Volatile",
            "DRAM Uncorrectable            : 0",
            "DRAM Uncorrectable : 4"));
    all.add(of("gpu.sram-threshold", smi, "Aggregate", "Exceeded       : No", "Exceeded : Yes"));
    all.add(of("gpu.remap-failed", smi, "Remapped", "Occurred        : No", "Occurred : Yes"));
    all.add(
        of(
            "gpu.remap-pending",
            smi,
            "Remapped",
            "Pending                           : No",
            "Pending : Yes"));
    all.add(
        of("gpu.no-spare-rows", smi, "Histogram", "None                          : 0", "None : 3"));
    all.add(of("gpu.persistence-off", smi, "Persistence", "Enabled", "Disabled"));
    all.add(
        of(
            "gpu.clocks-low",
            smi,
            "    Clocks\n",
            "SM                                : 1755",
            "SM : 345"));
  }

  /** GPUs that a tool does not reach, or that others cannot. */
  private void unreachable(List<Sickness> all) {
    String tool = "nvidia_smi.out";
    all.add(
        file(
                "gpu.driver-mismatch",
                tool,
                "Failed to initialize NVML: Driver/library version mismatch\n")
            .unseen());
    all.add(file("gpu.driver-not-running", tool, "No devices were found\n").unseen());
    all.add(
        file("gpu.access-blocked", tool, "Failed to initialize NVML: Unknown Error\n").unseen());
    all.add(
        file(
                "gpu.not-answering",
                tool,
                "Unable to determine the device handle for GPU0000:13:00.0: Unknown Error\n")
            .unseen());
    all.add(
        file(
                "gpu.imex-domain",
                "imex.txt",
                """
                Nodes:
                Node #0   - 10.0.0.7    - READY                - Version: 570.124.06
                Node #1   * 10.0.0.8 *  - UNAVAILABLE          - Version:                 - Hostname: node8
                 Nodes From\\To  0   1
                       0        C   N
                Domain State: DEGRADED
                """)
            .unseen());
    all.add(
        file(
                "gpu.power-limit-low",
                "power.csv",
                "index, pci.bus_id, power.limit [W], power.default_limit [W]\n0, 00000000:13:00.0, 350.00 W, 700.00 W\n")
            .unseen());
    String lsmod = "lsmod.txt";
    all.add(
        file(
                "gpu.nouveau",
                lsmod,
                host.text(lsmod)
                    .replace("nvidia_peermem         20480  0\n", "")
                    .replace(
                        "nvidia              56811520  2 nvidia_peermem\n",
                        "nouveau              2306048  0\n"))
            .and("gpudirect.peermem"));
  }

  private void machine(List<Sickness> all) {
    String system = "sys/devices/system/";
    all.add(file("cpu.governor", system + "cpu/cpu0/cpufreq/scaling_governor", "powersave\n"));
    all.add(
        file(
            "cpu.clock-source", system + "clocksource/clocksource0/current_clocksource", "hpet\n"));
    all.add(
        file(
            "rdma.device-gone",
            "ibstat.txt",
            "ibpanic: [77] main: stat of IB device 'mlx5_1' failed: No such file or directory\n"));
    all.add(
        file(
                "counters.cloud-allowance",
                "ens5.txt",
                "NIC statistics:\n     tx_timeout: 0\n     pps_allowance_exceeded: 83\n")
            .unseen());
    all.add(
        file("link.one-lane", "ibstatus.txt", ibstatus("100 Gb/sec (1X NDR)"))
            .unseen()
            .and("link.rate-below-siblings"));
    all.add(file("fabric.switch-power", "ibswinfo.txt", ibswinfo("ERROR", "OK", "8493")).unseen());
    all.add(file("fabric.switch-fans", "ibswinfo.txt", ibswinfo("OK", "ERROR", "8493")).unseen());
    all.add(file("fabric.switch-fans", "ibswinfo.txt", ibswinfo("OK", "OK", "0")).unseen());
  }

  static String ibstatus(String rate) {
    return """
    Infiniband device 'mlx5_9' port 1 status:
    \tdefault gid:\t fe80:0000:0000:0000:0aab:ccff:fe00:0000
    \tbase lid:\t 0x22
    \tsm lid:\t\t 0x1
    \tstate:\t\t 4: ACTIVE
    \tphys state:\t 5: LinkUp
    \trate:\t\t %s
    \tlink_layer:\t InfiniBand
    """
        .formatted(rate);
  }

  static String ibswinfo(String power, String fans, String rpm) {
    return """
    =================================================
    Own Switch
    =================================================
    part number        | MQM8790-HS2F
    GUID               | 0x0000000000000540
    -------------------------------------------------
    PSU0 status        | %s
         DC power      | OK
         fan status    | OK
         power (W)     | 72
    -------------------------------------------------
    fan status         | %s
    fan#1 (rpm)        | %s
    -------------------------------------------------
    """
        .formatted(power, fans, rpm);
  }
}
