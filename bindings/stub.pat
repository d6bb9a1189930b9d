_kernel.__suffix__:
    __version__: str
