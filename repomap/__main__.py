"""`python -m repomap` is the `repomap` command."""

from repomap.cli import main

main()
