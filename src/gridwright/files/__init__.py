"""Files outside the package: the disk cache, and the TOML files of users."""
