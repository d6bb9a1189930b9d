"""The HTML that Jupyter notebooks display."""
