"""Run as a script: a contest on a local Ray cluster of two nodes; where the result is to be written."""

from __future__ import annotations

import sys

import ray
from ray.cluster_utils import Cluster

from kafenio.cli import main

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
try:
    cluster.add_node(num_cpus=1)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    assert len(ray.nodes()) == 2
    words = ["arena", "konchinka", "--bots", "greedy,random", "--seed", "4", "--matches", "20"]
    main([*words, "--ray", cluster.address, "--json", sys.argv[1]], standalone_mode=False)
finally:
    ray.shutdown()
    cluster.shutdown()
