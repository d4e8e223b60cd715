#!/bin/bash
#SBATCH --nodes=4
#SBATCH --gpus-per-node=8
export NCCL_IB_DISABLE=1
export NCCL_SOCKET_IFNAME=eth0
srun torchrun --nnodes 4 --nproc_per_node 8 train.py
