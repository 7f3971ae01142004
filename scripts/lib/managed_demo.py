"""What scripts/demo runs once there is a python3."""

import sys

from managed import demo

if __name__ == "__main__":
    sys.argv[0] = "demo"
    demo.command()
