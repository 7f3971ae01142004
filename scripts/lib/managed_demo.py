"""What scripts/demo runs once there is a python3."""

import sys

from managed.demo import command as demo

if __name__ == "__main__":
    sys.argv[0] = "demo"
    demo.command()
