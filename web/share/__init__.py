"""Sharing a result: QR codes, files, text for a chat."""
