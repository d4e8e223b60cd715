package dev.headroom.app.perftest;

import java.util.List;

/** The options of perftest's programs, short and long. */
public final class PerftestOptions {
  /** {@code parser} in perftest_parameters.c of 26.07; without help and version. */
  public static final List<String> ALL =
      List.of(
          """
          -p -d -i -m -s -n -t -u -S -x -a -F -c -q -e -X -I -o -g -z -R -T -L -M -r -b -Q -N -C
          -H -U -A -O -l -D -f -B -E -J -j -K -k -Y -w -y -Z -P -v -G -W --port --ib-dev
          --ib-port --mtu --size --iters --tx-depth --qp-timeout --sl --gid-index --all
          --CPU-freq --connection --qp --events --vector --inline_size --outs --mcg
          --comm_rdma_cm --rdma_cm --tos --hop_limit --MGID --rx-depth --bidirectional --cq-mod
          --noPeak --report-cycles --report-histogrm --report-unsorted --atomic_type --dualport
          --post_list --duration --margin --source_mac --dest_mac --dest_ip --source_ip
          --dest_port --source_port --ethertype --limit_bw --limit_msgrate --server --client
          --mac_fwd --use_rss --report-counters --force-link --remote_mac --local_mac
          --remote_ip --local_ip --remote_port --local_port --run_infinitely --report_gbits
          --use-srq --no_lock --use-null-mr --report-both --reversed --pkey_index --tcp
          --burst_size --typical_pkt_size --rate_limit --rate_limit_type --rate_units --output
          --cpu_util --out_json --out_json_file --latency_gap --flow_label --retry_count
          --dont_xchg_versions --payload_file_path --use_cuda --use_cuda_bus_id
          --use_cuda_dmabuf --use_cuda_pcie_mapping --use_data_direct --cuda_mem_type --use_musa
          --use_musa_bus_id --use_musa_dmabuf --use_musa_pcie_mapping --use_rocm
          --use_rocm_dmabuf --use_neuron --use_neuron_dmabuf --use_hl --use_mlu --use_mlu_dmabuf
          --use_opencl --opencl_platform_id --use_ib_dm_dmabuf --gpu_touch --mmap --mmap-offset
          --ipv6 --ipv6-addr --raw_ipv6 --report-per-port --odp --use_hugepages
          --use_old_post_send --promiscuous --sniffer --raw_mcast --mr_per_qp --dlid --tclass
          --wait_destroy --flows --flows_burst --reply_every --perform_warm_up --vlan_en
          --vlan_pcp --recv_post_list --aes_xts --encrypt_on_tx --sig_before --aes_block_size
          --kek_path --credentials_path --data_enc_keys_number --data_enc_key_app_path
          --log_dci_streams --log_active_dci_streams --disable_pcie_relaxed --use_ooo
          --congest_type --bind_source_ip --write_with_imm --send_with_imm --no_enhanced_reorder
          --unsolicited_write --connectionless --cqe_poll --tph_mem --cpu_id --ph
          --disable_dynamic_polling --sig_offload --data_validation --data_validation_debug
          --pin_cores --numa_node --disable_numa
          """
              .strip()
              .split("\\s+"));

  private PerftestOptions() {}
}
