"""Offline use: the manifest, the service worker and the bundle that runs in the browser."""
