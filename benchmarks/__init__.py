"""Benchmarks: ratios against something real in the same run. `make bench` runs them all and prints the table."""
