"""The headers that come with a C or C++ compiler and a POSIX system."""

from __future__ import annotations

# ISO C23, POSIX.1-2024, and what Linux, the BSDs and Windows add that everyone includes. Without their ".h".
_NAMES = """
assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg stdatomic
stdbit stdbool stdckdint stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype
aio arpa/inet cpio devctl dirent dlfcn endian fcntl fmtmsg fnmatch ftw glob grp iconv langinfo libgen libintl
monetary mqueue ndbm net/if netdb netinet/in netinet/tcp nl_types poll pthread pwd regex sched search semaphore
spawn strings sys/ipc sys/mman sys/msg sys/resource sys/select sys/sem sys/shm sys/socket sys/stat sys/statvfs
sys/time sys/times sys/types sys/uio sys/un sys/utsname sys/wait syslog tar termios unistd utime utmpx wordexp
malloc memory alloca getopt sys/param sys/ioctl sys/file sys/epoll sys/event sys/sysctl windows
"""

SYSTEM_HEADERS = frozenset(f"{name}.h" for name in _NAMES.split())
