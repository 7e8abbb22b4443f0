"""What the testbed wants of the kernel: namespaces that vanish with their last process, and children that end with their parent."""

import ctypes
import fcntl
import os
import signal
import struct
import subprocess
import sys

LIBC = ctypes.CDLL(None, use_errno=True)

NEW_NET = 0x40000000
NEW_MOUNTS = 0x00020000
DEATH_SIGNAL = 1  # of prctl
TUN_SET_INTERFACE = 0x400454CA
TAP_WITHOUT_HEADER = 0x0002 | 0x1000
PRIVATE_RECURSIVE = (1 << 18) | 16384
TUN = "/dev/net/tun"


def check(result, what):
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def missing():
    """What this machine lacks for a testbed, or None. One line for people."""
    if os.geteuid() != 0:
        return "network namespaces need root, and this is user " + str(os.geteuid()) + "; expected: sudo ./meshlock testbed …"
    if not os.path.exists(TUN):
        return TUN + " is missing; expected a kernel with TUN/TAP ('modprobe tun' may bring it)"
    try:
        subprocess.run(["ip", "-V"], check=True, stdout=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return "the command ip is missing; expected iproute2"
    return None


def clock_shim(folder):
    """The library that shows a process another wall clock, made in this folder; None if there is no C compiler."""
    library = os.path.join(folder, "clock.so")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "clock.c")
    try:
        subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, source], check=True, stderr=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError):
        return None
    return library


def clock_settings(library, file):
    """What makes a process read its wall clock through this library and file."""
    return {"LD_PRELOAD": library, "MESHLOCK_CLOCK": file}


def set_clock(file, ahead):
    """Whoever has this clock file sees a wall clock that is so many seconds ahead of this machine's."""
    with open(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "wb", buffering=0) as clock:
        clock.write(ahead.to_bytes(8, sys.byteorder, signed=True))


def own_mounts():
    """Mounts from here on are seen by this process and its children alone, and end with them."""
    check(LIBC.unshare(NEW_MOUNTS), "a mount namespace")
    check(LIBC.mount(b"none", b"/", None, PRIVATE_RECURSIVE, None), "private mounts")


def small_disk(folder, size):
    """A file system of its own for a folder, so that it can be filled."""
    check(LIBC.mount(b"meshlock", os.fsencode(folder), b"tmpfs", 0, f"size={size}".encode()), "a small disk at " + folder)


def end_with_parent():
    LIBC.prctl(DEATH_SIGNAL, signal.SIGKILL)


def tie_to_parent():
    """For a child that its parent ends, and not the Ctrl-C of a terminal."""
    end_with_parent()
    os.setpgid(0, 0)


def enter(namespace):
    check(LIBC.setns(namespace, NEW_NET), "a network namespace")


def new_host(address, hardware):
    """A network namespace with one interface, eth0: descriptors of the namespace and of the interface's other end.

    This process is in that namespace afterwards. Nothing but descriptors and processes keeps it: no name is left behind.
    """
    check(LIBC.unshare(NEW_NET), "a network namespace")
    tap = os.open(TUN, os.O_RDWR | os.O_CLOEXEC)
    fcntl.ioctl(tap, TUN_SET_INTERFACE, struct.pack("16sH22x", b"eth0", TAP_WITHOUT_HEADER))
    colons = ":".join(f"{byte:02x}" for byte in hardware)
    orders = (
        f"link set lo up\nlink set eth0 address {colons} mtu 1500\nlink set eth0 addrgenmode none\n"
        f"address add {address}/16 broadcast + dev eth0\nlink set eth0 up\n"
    )
    done = subprocess.run(["ip", "-batch", "-"], input=orders.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        raise OSError("the interface of a host: " + done.stdout.decode().strip())
    return os.open("/proc/thread-self/ns/net", os.O_RDONLY | os.O_CLOEXEC), tap
