"""Wrong candidates that ports to other languages and libraries make."""
