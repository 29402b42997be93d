"""Tally without a network: the manifest, the service worker and the bundle that a browser runs."""
