"""Runs every benchmark and prints docs/performance.md's table."""

from __future__ import annotations

from benchmarks import battle, campaign, kernel, missions, server, staff, table

if __name__ == "__main__":
    print("| what | ours | against | ratio | wanted |")
    print("|---|---|---|---|---|")
    for part in (kernel, missions, campaign, table, battle, server, staff):
        for row in part.rows():
            print(f"| {' | '.join(row)} |", flush=True)
