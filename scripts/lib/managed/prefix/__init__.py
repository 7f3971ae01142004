"""The installed prefix: tools, headers and libraries that others build on."""
