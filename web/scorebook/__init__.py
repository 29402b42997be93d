"""The scorebook that a device keeps. What other parts use: `views.kept_result()`."""
