"""What scripts/check runs once there is a python3."""

import sys

from managed.check import command as check

if __name__ == "__main__":
    sys.argv[0] = "check"
    check.command()
