"""The device's scorebook. Other parts use `views.stored_result()`."""
