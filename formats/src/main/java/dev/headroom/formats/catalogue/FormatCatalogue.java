package dev.headroom.formats.catalogue;

import dev.headroom.formats.amd.AmdSmiReader;
import dev.headroom.formats.amd.NicctlReader;
import dev.headroom.formats.amd.RocmSmiReader;
import dev.headroom.formats.amd.XgmiStatusReader;
import dev.headroom.formats.benchmark.CsvReader;
import dev.headroom.formats.benchmark.CudaSamplesReader;
import dev.headroom.formats.benchmark.IperfReader;
import dev.headroom.formats.benchmark.NcclTestsReader;
import dev.headroom.formats.benchmark.OsuReader;
import dev.headroom.formats.benchmark.PerftestReader;
import dev.headroom.formats.ethernet.BondingReader;
import dev.headroom.formats.ethernet.DcbReader;
import dev.headroom.formats.ethernet.DcbxReader;
import dev.headroom.formats.ethernet.EthtoolReader;
import dev.headroom.formats.ethernet.EthtoolStatsReader;
import dev.headroom.formats.ethernet.InterfacesReader;
import dev.headroom.formats.ethernet.IpBriefReader;
import dev.headroom.formats.ethernet.IpReader;
import dev.headroom.formats.ethernet.LldpKeyValueReader;
import dev.headroom.formats.ethernet.LldpReader;
import dev.headroom.formats.ethernet.LldpXmlReader;
import dev.headroom.formats.ethernet.MlnxQosReader;
import dev.headroom.formats.ethernet.RoceTosReader;
import dev.headroom.formats.ethernet.TcReader;
import dev.headroom.formats.infiniband.IbdiagnetDatabaseReader;
import dev.headroom.formats.infiniband.IbdiagnetPortsReader;
import dev.headroom.formats.infiniband.IbdiagnetReader;
import dev.headroom.formats.infiniband.IblinkinfoReader;
import dev.headroom.formats.infiniband.IbnetdiscoverReader;
import dev.headroom.formats.infiniband.IbqueryerrorsReader;
import dev.headroom.formats.infiniband.IbswinfoReader;
import dev.headroom.formats.infiniband.OpensmLogReader;
import dev.headroom.formats.infiniband.PerfqueryReader;
import dev.headroom.formats.joblog.JobMessageReader;
import dev.headroom.formats.joblog.LibfabricLogReader;
import dev.headroom.formats.joblog.MooncakeLogReader;
import dev.headroom.formats.joblog.NodeHealthCheckReader;
import dev.headroom.formats.joblog.NvshmemLogReader;
import dev.headroom.formats.joblog.PinningErrorReader;
import dev.headroom.formats.joblog.UcxLogReader;
import dev.headroom.formats.json.JsonReader;
import dev.headroom.formats.kernel.DfReader;
import dev.headroom.formats.kernel.DmesgReader;
import dev.headroom.formats.kernel.HwlocReader;
import dev.headroom.formats.kernel.IniReader;
import dev.headroom.formats.kernel.InterruptsReader;
import dev.headroom.formats.kernel.KernelVersionReader;
import dev.headroom.formats.kernel.LimitsReader;
import dev.headroom.formats.kernel.LscpuReader;
import dev.headroom.formats.kernel.LsmodReader;
import dev.headroom.formats.kernel.ModinfoReader;
import dev.headroom.formats.kernel.NetstatReader;
import dev.headroom.formats.kernel.NetstatTableReader;
import dev.headroom.formats.kernel.NstatReader;
import dev.headroom.formats.kernel.NumactlReader;
import dev.headroom.formats.kernel.ProcNetReader;
import dev.headroom.formats.kernel.ProcessStatusReader;
import dev.headroom.formats.kernel.SmallOutputReader;
import dev.headroom.formats.kernel.SysctlReader;
import dev.headroom.formats.kernel.VirtualMachineReader;
import dev.headroom.formats.kubernetes.DevicePluginLogReader;
import dev.headroom.formats.kubernetes.KubernetesYamlReader;
import dev.headroom.formats.kubernetes.NodeDescriptionReader;
import dev.headroom.formats.monitoring.PrometheusReader;
import dev.headroom.formats.monitoring.SystemEventLogReader;
import dev.headroom.formats.nccl.EnvironmentReader;
import dev.headroom.formats.nccl.LaunchCommandReader;
import dev.headroom.formats.nccl.NcclGraphReader;
import dev.headroom.formats.nccl.NcclLastErrorReader;
import dev.headroom.formats.nccl.NcclLogReader;
import dev.headroom.formats.nccl.NcclRasReader;
import dev.headroom.formats.nccl.NcclTestsFailureReader;
import dev.headroom.formats.nccl.NcclTopologyReader;
import dev.headroom.formats.nccl.TorchErrorReader;
import dev.headroom.formats.nic.DevlinkHealthReader;
import dev.headroom.formats.nvidia.DcgmDiagReader;
import dev.headroom.formats.nvidia.DmonReader;
import dev.headroom.formats.nvidia.FabricManagerReader;
import dev.headroom.formats.nvidia.GpuToolFailureReader;
import dev.headroom.formats.nvidia.ImexReader;
import dev.headroom.formats.nvidia.NvidiaSmiQueryReader;
import dev.headroom.formats.nvidia.NvidiaSmiReader;
import dev.headroom.formats.nvidia.NvidiaSmiTableReader;
import dev.headroom.formats.nvidia.NvidiaSmiXmlReader;
import dev.headroom.formats.nvidia.NvlinkReader;
import dev.headroom.formats.nvidia.TopologyMatrixReader;
import dev.headroom.formats.pci.AcsLinesReader;
import dev.headroom.formats.pci.ConfigSpaceReader;
import dev.headroom.formats.pci.LspciExcerptReader;
import dev.headroom.formats.pci.LspciMachineReader;
import dev.headroom.formats.pci.LspciReader;
import dev.headroom.formats.pci.LspciTreeReader;
import dev.headroom.formats.rdma.HostGuidsReader;
import dev.headroom.formats.rdma.Ibdev2netdevReader;
import dev.headroom.formats.rdma.IbstatReader;
import dev.headroom.formats.rdma.IbstatusReader;
import dev.headroom.formats.rdma.IbvDevinfoReader;
import dev.headroom.formats.rdma.LibibverbsReader;
import dev.headroom.formats.rdma.MlxconfigReader;
import dev.headroom.formats.rdma.MlxlinkReader;
import dev.headroom.formats.rdma.MlxregReader;
import dev.headroom.formats.rdma.RdmaToolReader;
import dev.headroom.formats.rdma.ShowCountersReader;
import dev.headroom.formats.rdma.ShowGidsReader;
import dev.headroom.formats.read.BytesReader;
import dev.headroom.formats.read.FactReader;
import dev.headroom.formats.read.FormatKind;
import dev.headroom.formats.read.FormatReader;
import dev.headroom.formats.read.SurroundingText;
import dev.headroom.formats.switches.SwitchConfigReader;
import dev.headroom.formats.switches.TypedConfigReader;
import dev.headroom.formats.switches.table.LldpDetailReader;
import dev.headroom.formats.switches.table.LldpTableReader;
import dev.headroom.formats.switches.table.MacTableReader;
import dev.headroom.formats.switches.table.PortCountersReader;
import dev.headroom.formats.switches.table.PortStatusReader;
import dev.headroom.formats.switches.table.ShowInterfaceReader;
import dev.headroom.formats.switches.table.ShowTableReader;
import dev.headroom.formats.switches.table.TransceiverTableReader;
import dev.headroom.formats.switches.vendors.SwitchVendors;
import dev.headroom.formats.sysfs.BundleReader;
import dev.headroom.formats.sysfs.SysfsLinesReader;
import dev.headroom.formats.sysfs.SysfsListingReader;
import dev.headroom.formats.sysfs.SysfsReader;
import java.util.List;
import java.util.stream.Stream;

/**
 * Catalogue of all supported output formats. Where two could take a line, the one named first does.
 */
public final class FormatCatalogue {
  /**
   * Readers of vendors of switches that are named here are tried in this place among the others.
   */
  static final List<FormatReader> READERS =
      new ReaderOrder(SwitchVendors.readers())
          .add(
              new SysfsReader(),
              new BundleReader(),
              new LspciReader(),
              new AcsLinesReader(),
              new LspciExcerptReader(),
              new LspciTreeReader(),
              new LspciMachineReader(),
              new TopologyMatrixReader(),
              new NvidiaSmiReader(),
              new NvidiaSmiQueryReader(),
              new NvidiaSmiTableReader(),
              new NvlinkReader(),
              new GpuToolFailureReader(),
              new ImexReader(),
              new DmonReader(),
              new FabricManagerReader(),
              new DcgmDiagReader(),
              new RocmSmiReader(),
              new AmdSmiReader(),
              new XgmiStatusReader(),
              new NcclTopologyReader(),
              new NcclGraphReader(),
              new HwlocReader(),
              new NvidiaSmiXmlReader(),
              new LldpXmlReader(),
              new JsonReader(),
              new KubernetesYamlReader(),
              new NodeDescriptionReader(),
              new IbstatReader(),
              new IbstatusReader(),
              new IbvDevinfoReader(),
              new ShowGidsReader(),
              new RdmaToolReader(),
              new ShowCountersReader(),
              new Ibdev2netdevReader(),
              new HostGuidsReader(),
              new LibibverbsReader(),
              new MlxlinkReader(),
              new MlxconfigReader(),
              new MlxregReader(),
              new RoceTosReader(),
              new MlnxQosReader(),
              new DcbReader(),
              new DcbxReader(),
              new NicctlReader(),
              new DevlinkHealthReader(),
              new EthtoolReader(),
              new EthtoolStatsReader(),
              new BondingReader(),
              new IpReader(),
              new IpBriefReader(),
              new TcReader(),
              new LldpReader(),
              new LldpKeyValueReader(),
              new PerfqueryReader(),
              new IbnetdiscoverReader(),
              new IbqueryerrorsReader(),
              new IblinkinfoReader(),
              new IbdiagnetReader(),
              new IbdiagnetDatabaseReader(),
              new IbdiagnetPortsReader(),
              new IbswinfoReader(),
              new OpensmLogReader(),
              new NcclLogReader(),
              new NcclLastErrorReader(),
              new TorchErrorReader(),
              new NcclRasReader(),
              new NcclTestsFailureReader(),
              new NcclTestsReader(),
              new PerftestReader(),
              new OsuReader(),
              new IperfReader(),
              new CudaSamplesReader(),
              new UcxLogReader(),
              new NvshmemLogReader(),
              new LibfabricLogReader(),
              new MooncakeLogReader(),
              new PinningErrorReader(),
              new JobMessageReader(),
              new NodeHealthCheckReader(),
              new PrometheusReader(),
              new SystemEventLogReader())
          .vendors("sonic-log")
          .add(
              new DevicePluginLogReader(),
              new DmesgReader(),
              new InterruptsReader(),
              new NumactlReader(),
              new LscpuReader(),
              new KernelVersionReader(),
              new VirtualMachineReader(),
              new DfReader(),
              new SmallOutputReader(),
              new SysfsLinesReader(),
              new SysfsListingReader(),
              new NstatReader(),
              new NetstatReader(),
              new NetstatTableReader(),
              new ProcNetReader(),
              new SysctlReader(),
              new LsmodReader(),
              new ModinfoReader(),
              new ProcessStatusReader(),
              new LimitsReader(),
              new InterfacesReader(),
              new IniReader())
          .vendors("pg-profile", "qos-features", "nvue-yaml", "junos")
          .otherVendors()
          .add(
              new SwitchConfigReader(SwitchVendors.commands()),
              new TypedConfigReader(SwitchVendors.commands()),
              new LldpTableReader(),
              new LldpDetailReader(),
              new ShowInterfaceReader(),
              new PortCountersReader())
          .vendors("eos-pfc", "nxos-pfc")
          .add(new PortStatusReader())
          .vendors(
              "os10-ports",
              "onyx-ports",
              "onyx-pfc",
              "onyx-roce",
              "nxos-queuing",
              "nexus-queuing",
              "nxos-policy",
              "interface-brief",
              "nxos-pfc-watchdog",
              "transceiver-hardware",
              "transceiver-details")
          .add(new TransceiverTableReader())
          .vendors("sonic-transceiver", "sonic-shell", "sonic-port")
          .add(new ShowTableReader(SwitchVendors.tables()))
          .vendors("bare-table")
          .add(
              new MacTableReader(),
              new LaunchCommandReader(),
              new EnvironmentReader(),
              new CsvReader())
          .all();

  private static final List<BytesReader> OTHERS = List.of(new ConfigSpaceReader());

  private FormatCatalogue() {}

  /** Made when it is first asked for: to index all readers' clues takes milliseconds. */
  private static final class Everything {
    static final FactReader READER = new FactReader(READERS, OTHERS);
  }

  /** Reads all of them. Any number of threads may use it. */
  public static FactReader reader() {
    return Everything.READER;
  }

  /** Every kind there is, in the order in which they are tried. */
  public static List<FormatKind> kinds() {
    return Stream.of(
            READERS.stream().map(FormatReader::kind),
            OTHERS.stream().map(BytesReader::kind),
            Stream.of(SurroundingText.PASTED, SurroundingText.TEXT))
        .flatMap(kinds -> kinds)
        .toList();
  }
}
