"""Text forms that a single genre has, one container format a file, on the codecs and frames of `formats`."""
