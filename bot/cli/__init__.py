"""The commands of `python -m bot`, one file each; the only readers of settings."""
