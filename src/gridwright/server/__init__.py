"""The server behind `gridwright play`: it answers what the page asks, and serves the page. docs/page.md says how."""
